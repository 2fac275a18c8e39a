import { asksForDocuments, type ClientFacts } from '#domain/bulk/decide.ts';
import type { BulkAct } from '#domain/bulk/jobs.ts';
import type { StoredState } from '#domain/bulk/missing.ts';
import type { Transaction } from '#server/database/database.ts';

/** What decides about a client, and what a letter to them needs. */
export interface BulkFacts extends ClientFacts {
  readonly name: string;
  readonly firstName: string;
  readonly language: string | null;
}

interface Row {
  client_id: string;
  name: string;
  first_name: string;
  email: string;
  language: string | null;
  is_staff: boolean;
  is_archived: boolean;
  is_merged: boolean;
  is_bad_address: boolean;
  has_too_many_letters: boolean;
  has_sent_form: boolean;
  has_return_to_review: boolean;
  has_return_to_pay: boolean;
  preparer_id: string | null;
  tags: string[];
  form: unknown;
  items: StoredState[] | null;
}

/** The facts by client id. Unknown ids have none. */
export async function readFacts(
  tx: Pick<Transaction, 'query'>,
  act: BulkAct,
  clientIds: readonly string[],
): Promise<Map<string, BulkFacts>> {
  const { rows } = await tx.query<Row>(
    'select * from nutmeg.bulk_facts($1, coalesce($2, case when $3 then nutmeg.office_year() end))',
    [clientIds, act.kind === 'remind' ? act.options.year : null, asksForDocuments(act)],
  );
  const unsorted = new Set(act.kind === 'remind' ? await readUnsorted(tx, clientIds) : []);
  return new Map(rows.map((row) => [row.client_id, factsOf(row, unsorted.has(row.client_id))]));
}

async function readUnsorted(tx: Pick<Transaction, 'query'>, clientIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>('select id from nutmeg.clients_with_unsorted($1) as id', [
    clientIds,
  ]);
  return rows.map(({ id }) => id);
}

function factsOf(row: Row, hasJustSent: boolean): BulkFacts {
  return {
    name: row.name,
    firstName: row.first_name,
    email: row.email,
    language: row.language,
    isStaff: row.is_staff,
    isArchived: row.is_archived,
    isMerged: row.is_merged,
    isBadAddress: row.is_bad_address,
    hasTooManyLetters: row.has_too_many_letters,
    hasJustSent,
    hasSentForm: row.has_sent_form,
    hasReturnToReview: row.has_return_to_review,
    hasReturnToPay: row.has_return_to_pay,
    preparerId: row.preparer_id,
    tags: row.tags,
    form: row.form,
    items: row.items ?? [],
  };
}
