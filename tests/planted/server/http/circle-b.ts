export { a } from './circle-a.ts';
export const b = 2;
