import type { publishableKey } from '#app/env.ts';

export type Key = typeof publishableKey;
