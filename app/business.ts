import facts from '#business';
import type { Business } from '#domain/business/business.ts';

/**
 * The office's facts. The build validates them (vite.config.ts), so the app imports only the type, and visitors don't
 * download the validator. The longest parts are separate modules (scripts/assets/business-parts.mjs), imported by the
 * pages that show them.
 */
export const business = facts as Omit<Business, 'apps' | 'reviews' | 'team' | 'streetMap'>;
