import type { Caller, Database, Transaction } from '#server/database/database.ts';
import { setLocal } from '#server/database/session-settings.ts';

/**
 * One transaction of the server's own work for a caller: as the database's owner, with the caller's claims, which the functions
 * that it calls check. Throws what PostgreSQL throws, also if the session has ended.
 */
export function asOwnerFor<T>(
  database: Pick<Database, 'asOwner'>,
  { claims, address }: Caller,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return database.asOwner(async (tx) => {
    // Sent at once. PostgreSQL runs them in this order, and none after a refusal.
    await Promise.all([
      tx.query('select auth.require_session($1, $2)', [claims.session_id, claims.sub]),
      tx.run(setLocal('request.jwt.claims', claims)),
      tx.run(setLocal('request.address', address)),
    ]);
    return work(tx);
  });
}
