export const words = 'of the business';
