import { z } from 'zod';
import type { ChecklistState } from '#contract/checklist-state.ts';
import type { AskDocumentLists, DocumentList, DocumentLists } from '#contract/document-lists.ts';
import { linesOf, type StoredState } from '#domain/bulk/missing.ts';
import { missingOf } from '#domain/checklist/state.ts';
import { inWords } from '#domain/language/translate.ts';
import { shortList } from '#domain/text/short-list.ts';
import type { Database } from '#server/database/database.ts';
import type { TokenBuckets } from '#server/http/token-buckets.ts';
import { type Readers, readerIn } from '#server/language/readers.ts';
import { jsonOf, personWho, refusal } from './answers.ts';
import type { Functions } from './service.ts';

interface Deps {
  database: Pick<Database, 'query' | 'runAs'>;
  buckets: TokenBuckets;
}

const asked: z.ZodType<AskDocumentLists> = z.object({
  clientIds: shortList(z.guid(), { min: 1, max: 200 }),
  year: z.int().min(2000).max(9999),
});
/** One for each 25 rows that someone scrolls past. */
const LISTS = { points: 3000, seconds: 3600 };
/** The answers of so many forms are in memory at once, and the thread is free in between. */
const CLIENTS_AT_ONCE = 25;

/** `POST /functions/v1/document-lists` (contract/document-lists.ts). Only the server knows what a list has: domain/checklist. */
export function documentListFunctions({ database, buckets }: Deps): Functions {
  return {
    'document-lists': {
      method: 'POST',
      signedIn: true,
      answer: async (request, call) => {
        const personId = await personWho(database, 'is_staff', call);
        if (personId === undefined) return refusal(403, 'Only staff can do this');
        await buckets.take([{ key: ['document lists', personId], ...LISTS }]);
        const read = asked.safeParse(await jsonOf(request));
        if (!read.success) return refusal(400, 'The request must have clientIds and year');
        const { clientIds, year } = read.data;
        const ids = [...new Set(clientIds)];
        const lists: DocumentList[] = [];
        for (let start = 0; start < ids.length; start += CLIENTS_AT_ONCE)
          lists.push(...(await readLists(database, ids.slice(start, start + CLIENTS_AT_ONCE), year)));
        return Response.json({ lists } satisfies DocumentLists);
      },
    },
  };
}

interface Row {
  client_id: string;
  form: unknown;
  items: StoredState[] | null;
  reminded_at: Date | null;
}

/** Unknown clients have no list. The answers are masked, which doesn't change a list. */
async function readLists(
  database: Deps['database'],
  clientIds: readonly string[],
  year: number,
): Promise<DocumentList[]> {
  const { rows } = await database.query<Row>(
    `select c.id as client_id, f.form_data as form, i.items, greatest(
       i.asked_at,
       (
         select l.sent_at from public.client_letters l
         where l.user_id = c.id and l.template <> 'message' order by l.sent_at desc limit 1
       ),
       (select r.sent_at from nutmeg.reminders r where r.client_id = c.id order by r.day desc limit 1)
     ) as reminded_at
     from unnest($1::uuid[]) as c (id)
     left join public.tax_forms f on f.user_id = c.id and f.year = $2 and f.submitted_at is not null
     cross join lateral (
       select jsonb_agg(jsonb_build_object('item', o.item, 'title', o.title, 'state', o.state) order by o.updated_at) as items,
         max(o.updated_at) filter (where o.state = 'asked_again') as asked_at
       from public.checklist_items o where o.user_id = c.id and o.year = $2
     ) as i`,
    [clientIds, year],
  );
  return rows.map(({ client_id, form, items, reminded_at }) => {
    const list = linesOf(form, items ?? []);
    return {
      clientId: client_id,
      total: list.length,
      missing: missingOf(list).length,
      remindedAt: reminded_at?.toISOString() ?? null,
    };
  });
}

interface StateDeps {
  database: Pick<Database, 'query' | 'runAs'>;
  readers: Readers;
  buckets: TokenBuckets;
}

const askedState = z.object({
  client: z.uuid(),
  year: z.coerce.number().int().min(2000).max(2200),
  language: z.string().max(10).optional(),
});
/** One for each client that is opened, and for each change of a list while one is open. */
const READS = { points: 1200, seconds: 3600 };

/**
 * `GET /functions/v1/checklist-state` (contract/checklist-state.ts). Reads the answers as the owner of the database, because
 * the list comes from them, and gives none: reception must not see them.
 */
export function checklistStateFunctions({ database, readers, buckets }: StateDeps): Functions {
  return {
    'checklist-state': {
      method: 'GET',
      signedIn: true,
      answer: async (request, call) => {
        const personId = await personWho(database, 'is_office', call);
        if (personId === undefined) return refusal(403, 'Only staff can see this.');
        await buckets.take([{ key: ['checklist state', personId], ...READS }]);
        const read = askedState.safeParse(Object.fromEntries(new URL(request.url).searchParams));
        if (!read.success) return refusal(400, 'The request must have client and year.');
        return Response.json(await stateOf(read.data));
      },
    },
  };

  async function stateOf({ client, year, language }: z.infer<typeof askedState>): Promise<ChecklistState> {
    const { rows } = await database.query<{ form: unknown; items: Parameters<typeof linesOf>[1] | null }>(
      'select form, items from nutmeg.bulk_facts(array[$1::uuid], $2)',
      [client, year],
    );
    const { form = null, items = null } = rows[0] ?? {};
    const { t } = readerIn(readers, language);
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
