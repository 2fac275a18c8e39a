import type { business } from '#app/business.ts';

export type Facts = typeof business;
