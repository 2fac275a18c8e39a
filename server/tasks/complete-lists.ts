import { missingLines, type StoredState } from '#domain/bulk/missing.ts';
import type { Database, Transaction } from '#server/database/database.ts';

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
  const { rows } = await tx.query<{ client_id: string; year: number }>(
    `delete from nutmeg.lists_to_check l using (
       select client_id, year from nutmeg.lists_to_check order by changed_at limit 1 for update skip locked
     ) next where l.client_id = next.client_id and l.year = next.year
     returning l.client_id, l.year`,
  );
  const [waiting] = rows;
  if (!waiting) return false;
  const { client_id, year } = waiting;
  await tx.query('select nutmeg.note_checked_list($1, $2, $3)', [
    client_id,
    year,
    await isComplete(tx, client_id, year),
  ]);
  return true;
}

/** Whether the form is here and nothing on the list is missing. The answers are masked, which doesn't change a list. */
async function isComplete(tx: Transaction, clientId: string, year: number): Promise<boolean> {
  const { rows: forms } = await tx.query<{ form_data: unknown }>(
    'select form_data from public.tax_forms where user_id = $1 and year = $2 and submitted_at is not null limit 1',
    [clientId, year],
  );
  const [form] = forms;
  if (!form) return false;
  const { rows } = await tx.query<StoredState>(
    'select item, title, state from public.checklist_items where user_id = $1 and year = $2',
    [clientId, year],
  );
  return missingLines(form.form_data, rows).length === 0;
}
