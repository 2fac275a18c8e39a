import { z } from 'zod';
import type { AskBulkPreview, BulkPreview } from '#contract/bulk.ts';
import { type BulkAct, bulkAct } from '#domain/bulk/jobs.ts';
import { MOST_CLIENTS } from '#domain/bulk/limits.ts';
import { shortList } from '#domain/text/short-list.ts';
import type { Database } from '#server/database/database.ts';
import { LIST_BODY_BYTES } from '#server/http/load/limits.ts';
import type { TokenBuckets } from '#server/http/token-buckets.ts';
import { jsonOf, personWho, refusal } from './answers.ts';
import type { Functions } from './service.ts';

interface Deps {
  database: Pick<Database, 'runAs'>;
  preview(act: BulkAct, clientIds: readonly string[]): Promise<BulkPreview>;
  buckets: TokenBuckets;
}

const asked: z.ZodType<AskBulkPreview> = z.object({
  act: bulkAct,
  clientIds: shortList(z.guid(), { min: 1, max: MOST_CLIENTS }),
});
/** One for each pause in typing. */
const PREVIEWS = { points: 300, seconds: 3600 };

/** `POST /functions/v1/bulk-preview` (contract/bulk.ts). */
export function bulkPreviewFunctions({ database, preview, buckets }: Deps): Functions {
  return {
    'bulk-preview': {
      method: 'POST',
      bodyLimit: LIST_BODY_BYTES,
      signedIn: true,
      answer: async (request, call) => {
        const personId = await personWho(database, 'is_staff', call);
        if (personId === undefined) return refusal(403, 'Only staff can do this');
        await buckets.take([{ key: ['bulk preview', personId], ...PREVIEWS }]);
        const read = asked.safeParse(await jsonOf(request));
        if (!read.success) return refusal(400, 'The request must have act and clientIds');
        return Response.json(await preview(read.data.act, read.data.clientIds));
      },
    },
  };
}
