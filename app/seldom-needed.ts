import facts from '#business/seldom';
import type { Business } from '#domain/business.ts';

/**
 * The long parts of the office's facts, which only three pages show. Like business.ts, but in its own module, so
 * the other pages don't load them (scripts/business-parts.mjs splits the file in the browser's build).
 */
export const { reviews, team, streetMap } = facts as Business;
