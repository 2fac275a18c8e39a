import { z } from 'zod';
import type { AskBulkPreview, BulkPreview } from '#contract/bulk.ts';
import { type BulkAct, bulkAct } from '#domain/bulk/jobs.ts';
import { MOST_CLIENTS } from '#domain/bulk/limits.ts';
import { shortList } from '#domain/text/short-list.ts';
import { LIST_BODY_BYTES } from '#server/http/load/limits.ts';
import { forPerson, type PersonalDeps } from './answers.ts';
import type { Functions } from './service.ts';

interface Deps extends PersonalDeps {
  preview(act: BulkAct, clientIds: readonly string[]): Promise<BulkPreview>;
}

const asked: z.ZodType<AskBulkPreview> = z.object({
  act: bulkAct,
  clientIds: shortList(z.guid(), { min: 1, max: MOST_CLIENTS }),
});
/** One for each pause in typing. */
const PREVIEWS = { name: 'bulk preview', points: 300, seconds: 3600 };

/** `POST /functions/v1/bulk-preview` (contract/bulk.ts). */
export function bulkPreviewFunctions(deps: Deps): Functions {
  return {
    'bulk-preview': forPerson(deps, {
      method: 'POST',
      bodyLimit: LIST_BODY_BYTES,
      only: ['is_staff', 'Only staff can do this'],
      limit: PREVIEWS,
      schema: asked,
      invalid: ['The request must have act and clientIds'],
      answer: async ({ act, clientIds }) => Response.json(await deps.preview(act, clientIds)),
    }),
  };
}
