import type { Row } from './rows.ts';
import type { Caller } from './types.ts';

/** The server finds out about these callers before it knows what they ask for. */
const knownBefore: ReadonlySet<Caller> = new Set<Caller>([
  'expired token',
  'token signed by another key',
  'service_role signed by another key',
  'unsigned token',
  'token signed with the public key',
  'deleted user',
  'signed-out session',
  'admin with removed factor',
  'admin with second factor, demoted',
  // Its token has the same claims as that of "super claimed by updateUser".
  'super claimed at sign-up',
]);

/** Rows of one resource, by tier: the fast one has one operation of each caller that is known before. */
export function byTier(rows: readonly Row[]): { fast: Row[]; full: Row[] } {
  const seen = new Set<Caller>();
  const { fast = [], full = [] } = Object.groupBy(rows, ({ as }) => {
    if (!knownBefore.has(as)) return 'fast';
    if (seen.has(as)) return 'full';
    seen.add(as);
    return 'fast';
  });
  return { fast, full };
}
