import { servedPages } from '#tests/support/site/served-pages.ts';
import { portal } from './portal.ts';

export const servedPage = servedPages(portal.url);
