import { linesOf, type StoredState } from '#domain/bulk/missing.ts';
import { missingOf } from '#domain/checklist/state.ts';
import type { Transaction } from '#server/database/database.ts';

/** A client's list of documents of a year. */
export interface ListKey {
  readonly client_id: string;
  readonly year: number;
}

export interface ListCount extends ListKey {
  readonly isFormSent: boolean;
  readonly total: number;
  readonly missing: number;
}

interface Row extends ListKey {
  form: unknown;
  items: StoredState[] | null;
}

/**
 * How many documents these lists have, and how many of them are missing. Unknown clients have none. The answers of the forms
 * are masked, which doesn't change a list.
 */
export async function readLists(
  database: Pick<Transaction, 'query'>,
  lists: readonly ListKey[],
): Promise<ListCount[]> {
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
