import { z } from 'zod';
import type { ChecklistState } from '#contract/checklist-state.ts';
import { linesOf } from '#domain/bulk/missing.ts';
import { inWords } from '#domain/language/translate.ts';
import type { Database } from '#server/database/database.ts';
import type { TokenBuckets } from '#server/http/token-buckets.ts';
import { type Readers, readerIn } from '#server/language/readers.ts';
import { personWho, refusal } from './answers.ts';
import type { Functions } from './service.ts';

interface Deps {
  database: Pick<Database, 'query' | 'runAs'>;
  readers: Readers;
  buckets: TokenBuckets;
}

const asked = z.object({
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
export function checklistStateFunctions({ database, readers, buckets }: Deps): Functions {
  return {
    'checklist-state': {
      method: 'GET',
      signedIn: true,
      answer: async (request, call) => {
        const personId = await personWho(database, 'is_office', call);
        if (personId === undefined) return refusal(403, 'Only staff can see this.');
        await buckets.take([{ key: ['checklist state', personId], ...READS }]);
        const read = asked.safeParse(Object.fromEntries(new URL(request.url).searchParams));
        if (!read.success) return refusal(400, 'The request must have client and year.');
        return Response.json(await stateOf(read.data));
      },
    },
  };

  async function stateOf({ client, year, language }: z.infer<typeof asked>): Promise<ChecklistState> {
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
