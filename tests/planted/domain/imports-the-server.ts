export { readConfig } from '#server/settings/config.ts';
