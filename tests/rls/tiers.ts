import type { Row } from './rows.ts';
import type { Caller } from './types.ts';

/** One place decides about each of these callers: the check of the token, or nutmeg.session_has_mfa. */
const knownBefore: ReadonlySet<Caller> = new Set<Caller>([
  'expired token',
  'token signed by another key',
  'service_role signed by another key',
  'unsigned token',
  'token signed with the public key',
  'deleted user',
  'signed-out session',
  'admin with removed factor',
  // `demoted admin` has the same claims in its metadata.
  'super claimed at sign-up',
  'super claimed by updateUser',
]);

/**
 * The fast tier has the rows that no other row implies. Of a caller in `knownBefore`, it has one row for each combination
 * of the expected outcome and that of client A, because the outcome shows which service answers.
 */
export function byTier(rows: readonly Row[]): { fast: Row[]; full: Row[] } {
  const outcomeOfA = new Map(
    rows.filter(({ as }) => as === 'client A').map(({ operation, expect }) => [operation, expect]),
  );
  const seen = new Set<string>();
  const { fast = [], full = [] } = Object.groupBy(rows, ({ as, operation, expect, implied }) => {
    if (implied) return 'full';
    if (!knownBefore.has(as)) return 'fast';
    const kind = `${as} ${expect} ${outcomeOfA.get(operation)}`;
    if (seen.has(kind)) return 'full';
    seen.add(kind);
    return 'fast';
  });
  return { fast, full };
}
