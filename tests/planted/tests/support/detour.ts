import { readConfig } from '#server/settings/config.ts';

export const reached = readConfig;
