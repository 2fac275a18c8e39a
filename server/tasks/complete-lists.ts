import type { Database, Transaction } from '#server/database/database.ts';
import { type ListKey, readLists } from '#server/document-lists/count-lists.ts';

/**
 * Looks at the document lists that changed, and tells the rule for complete ones (migration 0045_task_rules). Each list is one
 * transaction, so a server that stops leaves the rest to the next one; several servers skip each other's lists.
 */
export async function checkChangedLists(
  { database }: { database: Pick<Database, 'asOwner'> },
  shouldContinue = () => true,
): Promise<number> {
  let checked = 0;
  while (shouldContinue() && (await database.asOwner(checkOne))) checked++;
  return checked;
}

/** Returns whether there was one. */
async function checkOne(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.query<ListKey>(
    `delete from nutmeg.lists_to_check l using (
       select client_id, year from nutmeg.lists_to_check order by changed_at limit 1 for update skip locked
     ) next where l.client_id = next.client_id and l.year = next.year
     returning l.client_id, l.year`,
  );
  const [waiting] = rows;
  if (!waiting) return false;
  const [list] = await readLists(tx, [waiting]);
  await tx.query('select nutmeg.note_checked_list($1, $2, $3)', [
    waiting.client_id,
    waiting.year,
    list?.isFormSent === true && list.missing === 0,
  ]);
  return true;
}
