import { linesOf, type StoredState } from '#domain/bulk/missing.ts';
import { missingOf } from '#domain/checklist/state.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { releaseNumbers } from '#server/version.ts';

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

/** A client's list of documents of a year. */
export interface ListKey {
  readonly client_id: string;
  readonly year: number;
}

interface Row extends ListKey {
  form: unknown;
  items: StoredState[] | null;
}

/**
 * How many documents these lists have, and how many of them are missing. Unknown clients have none. The answers of the forms
 * are masked, which doesn't change a list.
 */
export async function readLists(database: Pick<Transaction, 'query'>, lists: readonly ListKey[]) {
  const { rows } = await database.query<Row>(
    `select c.id as client_id, c.year, f.form_data as form, (
       select jsonb_agg(jsonb_build_object('item', o.item, 'title', o.title, 'state', o.state) order by o.updated_at)
       from public.checklist_items o where o.user_id = c.id and o.year = c.year
     ) as items
     from unnest($1::uuid[], $2::int[]) as c (id, year)
     left join public.tax_forms f on f.user_id = c.id and f.year = c.year and f.submitted_at is not null`,
    [lists.map(({ client_id }) => client_id), lists.map(({ year }) => year)],
  );
  return rows.map(({ client_id, year, form, items }) => {
    const lines = linesOf(form, items ?? []);
    return {
      client_id,
      year,
      isFormSent: form !== null,
      total: lines.length,
      missing: missingOf(lines).length,
    };
  });
}
