import facts from '#business/seldom';
import type { Business } from '#domain/business.ts';

/**
 * The long parts of the office's facts, which three pages show. Like business.ts, but of a module of its own, so that
 * the other pages don't carry them (scripts/business-parts.mjs parts the file in the browser's build).
 */
export const { reviews, team, streetMap } = facts as Business;
