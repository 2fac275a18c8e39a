import type { Database, Transaction } from '#server/database/database.ts';
import { releaseNumbers } from '#server/version.ts';
import { type ListKey, readLists } from './read-lists.ts';

/** So many forms are in memory at once. */
const LISTS_AT_ONCE = 25;

/**
 * Counts the lists that changed, and those that an older release counted, since a release may change what a list has
 * (migration 0123_document_counts). Several servers skip each other's lists.
 */
export async function countLists(
  {
    database,
    release = releaseNumbers,
  }: { database: Pick<Database, 'asOwner'>; release?: readonly number[] },
  shouldContinue = () => true,
): Promise<void> {
  while (shouldContinue() && (await database.asOwner((tx) => countSome(tx, release))));
}

/** Returns whether there were any. */
async function countSome(tx: Transaction, release: readonly number[]): Promise<boolean> {
  const { rows } = await tx.query<ListKey>(
    `select client_id, year from nutmeg.document_counts where counted_by < $1
     order by counted_by limit ${LISTS_AT_ONCE} for update skip locked`,
    [release],
  );
  if (rows.length === 0) return false;
  const lists = await readLists(tx, rows);
  await tx.query(
    `update nutmeg.document_counts c set total = l.total, missing = l.missing, counted_by = $1
     from jsonb_to_recordset($2) as l (client_id uuid, year int, total int, missing int)
     where c.client_id = l.client_id and c.year = l.year`,
    [release, JSON.stringify(lists)],
  );
  return true;
}
