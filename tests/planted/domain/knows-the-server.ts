export { readConfig } from '#server/config.ts';
