export const content = 'of a feature';
