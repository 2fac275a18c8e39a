import { servedPages } from '#tests/support/site.ts';
import { portal } from './portal.ts';

export const servedPage = servedPages(portal.url);
