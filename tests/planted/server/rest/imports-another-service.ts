export { part } from '../auth/part.ts';
