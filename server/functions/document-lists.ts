import { z } from 'zod';
import type { ChecklistState } from '#contract/checklist-state.ts';
import type { AskDocumentLists, DocumentList, DocumentLists } from '#contract/document-lists.ts';
import { linesOf } from '#domain/bulk/missing.ts';
import { inWords } from '#domain/language/translate.ts';
import { shortList } from '#domain/text/short-list.ts';
import { readLists } from '#server/document-lists/count-lists.ts';
import { readerIn } from '#server/language/readers.ts';
import { type FunctionDeps, forPerson } from './answers.ts';
import type { Functions } from './service.ts';

const asked: z.ZodType<AskDocumentLists> = z.object({
  clientIds: shortList(z.guid(), { min: 1, max: 200 }),
  year: z.int().min(2000).max(9999),
});
/** One for each 25 rows that someone scrolls past. */
const LISTS = { name: 'document lists', points: 3000, seconds: 3600 };
/** The answers of so many forms are in memory at once, and the thread is free in between. */
const CLIENTS_AT_ONCE = 25;

/** `POST /functions/v1/document-lists` (contract/document-lists.ts). Only the server knows what a list has: domain/checklist. */
export function documentListFunctions(deps: Pick<FunctionDeps, 'buckets' | 'database'>): Functions {
  return {
    'document-lists': forPerson(deps, {
      method: 'POST',
      only: ['is_staff', 'Only staff can do this'],
      limit: LISTS,
      schema: asked,
      invalid: ['The request must have clientIds and year'],
      answer: async ({ clientIds, year }) => {
        const ids = [...new Set(clientIds)];
        const { rows } = await deps.database.query<{ client_id: string; at: Date }>(
          'select client_id, at from nutmeg.last_reminders where client_id = any ($1)',
          [ids],
        );
        const reminded = new Map(rows.map(({ client_id, at }) => [client_id, at.toISOString()]));
        const lists: DocumentList[] = [];
        for (let start = 0; start < ids.length; start += CLIENTS_AT_ONCE) {
          const some = ids.slice(start, start + CLIENTS_AT_ONCE).map((client_id) => ({ client_id, year }));
          for (const { client_id: clientId, total, missing } of await readLists(deps.database, some))
            lists.push({ clientId, total, missing, remindedAt: reminded.get(clientId) ?? null });
        }
        return Response.json({ lists } satisfies DocumentLists);
      },
    }),
  };
}

const askedState = z.object({
  client: z.uuid(),
  year: z.coerce.number().int().min(2000).max(2200),
  language: z.string().max(10).optional(),
});
/** One for each client that is opened, and for each change of a list while one is open. */
const READS = { name: 'checklist state', points: 1200, seconds: 3600 };

/**
 * `GET /functions/v1/checklist-state` (contract/checklist-state.ts). Reads the answers as the owner of the database, because
 * the list comes from them, and gives none: reception must not see them.
 */
export function checklistStateFunctions(deps: FunctionDeps): Functions {
  return {
    'checklist-state': forPerson(deps, {
      method: 'GET',
      only: ['is_office', 'Only staff can see this.'],
      limit: READS,
      schema: askedState,
      invalid: ['The request must have client and year.'],
      answer: async (state) => Response.json(await stateOf(state)),
    }),
  };

  async function stateOf({ client, year, language }: z.infer<typeof askedState>): Promise<ChecklistState> {
    const { rows } = await deps.database.query<{
      form: unknown;
      items: Parameters<typeof linesOf>[1] | null;
    }>('select form, items from nutmeg.bulk_facts(array[$1::uuid], $2)', [client, year]);
    const { form = null, items = null } = rows[0] ?? {};
    const { t } = readerIn(deps.readers, language);
    return {
      is_form_sent: form !== null,
      lines: linesOf(form, items ?? []).map(({ title, ifAny, state }, place) => ({
        place,
        title: inWords(title, t),
        if_any: ifAny,
        state,
      })),
    };
  }
}
