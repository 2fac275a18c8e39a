import facts from '#business';
import type { Business } from '#domain/business/business.ts';

/**
 * The office's own facts. The build has checked them against the schema (vite.config.ts), so the app takes the
 * type only, and the validator stays out of the visitor's download. Its longest parts are
 * modules of their own (scripts/assets/business-parts.mjs), imported by the pages that show them.
 */
export const business = facts as Omit<Business, 'apps' | 'reviews' | 'team' | 'streetMap'>;
