import { asksForDocuments, type ClientFacts } from '#domain/bulk/decide.ts';
import type { BulkAct } from '#domain/bulk/jobs.ts';
import type { Transaction } from '#server/database/database.ts';

/** What decides about a client, and what a letter to them needs. */
export interface BulkFacts extends ClientFacts {
  readonly name: string;
  readonly firstName: string;
  readonly language: string | null;
}

const FACTS = `
  select client_id as id, name, first_name as "firstName", email, language, is_staff as "isStaff",
    is_archived as "isArchived", is_merged as "isMerged", is_bad_address as "isBadAddress",
    has_too_many_letters as "hasTooManyLetters", has_sent_form as "hasSentForm",
    has_return_to_review as "hasReturnToReview", has_return_to_pay as "hasReturnToPay", preparer_id as "preparerId",
    tags, form, coalesce(items, '[]') as items,
    $4 and client_id in (select nutmeg.clients_with_unsorted($1)) as "hasJustSent"
  from nutmeg.bulk_facts($1, coalesce($2, case when $3 then nutmeg.office_year() end))`;

/** The facts by client id. Unknown ids have none. */
export async function readFacts(
  tx: Pick<Transaction, 'query'>,
  act: BulkAct,
  clientIds: readonly string[],
): Promise<Map<string, BulkFacts>> {
  const { rows } = await tx.query<BulkFacts & { id: string }>(FACTS, [
    clientIds,
    act.kind === 'remind' ? act.options.year : null,
    asksForDocuments(act),
    act.kind === 'remind',
  ]);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
