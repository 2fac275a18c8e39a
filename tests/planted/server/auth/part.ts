export const part = 'of the auth service';
