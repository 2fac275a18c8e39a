import { z } from 'zod';
import { shortList } from '#domain/text/short-list.ts';
import { type Caller, isPostgresError } from '#server/database/database.ts';
import type { createMerges } from '#server/merge/merge-clients.ts';
import { jsonOf, refusal } from './answers.ts';
import type { Functions } from './service.ts';

const merge = z.object({
  source: z.guid(),
  target: z.guid(),
  requestId: z.guid(),
  people: shortList(z.guid(), { max: 100 }),
});
const undo = z.object({ mergeId: z.guid() });

/** `client-merge` and `client-merge-undo`, for staff. A refusal is 409 with a code of domain/clients/merge.ts. */
export function clientMergeFunctions(merges: ReturnType<typeof createMerges>): Functions {
  const endpoint = <Asked>(
    schema: z.ZodType<Asked>,
    act: (caller: Caller, asked: Asked) => Promise<string>,
  ) =>
    ({
      method: 'POST',
      signedIn: true,
      answer: async (request: Request, call: { caller(): Promise<Caller> }) => {
        const asked = schema.safeParse(await jsonOf(request));
        if (!asked.success) return refusal(400, 'Bad request', 'bad_request');
        const caller = await call.caller();
        try {
          return Response.json({ mergeId: await act(caller, asked.data) });
        } catch (error) {
          if (!isPostgresError(error)) throw error;
          if (error.code === '42501') return refusal(403, 'Only staff can do this', 'staff_only');
          if (error.code !== '23514' || !error.detail) throw error;
          return refusal(409, error.message, error.detail);
        }
      },
    }) as const;
  return {
    'client-merge': endpoint(merge, merges.merge),
    'client-merge-undo': endpoint(undo, (caller, { mergeId }) => merges.undo(caller, mergeId)),
  };
}
