export { reached } from '../support/detour.ts';
