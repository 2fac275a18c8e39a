import { readConfig } from '#server/config.ts';

export const reached = readConfig;
