import { z } from 'zod';
import { shortList } from '#domain/text/short-list.ts';
import type { Caller } from '#server/database/database.ts';
import type { createMerges } from '#server/merge/merge-clients.ts';
import { brokenRule, forPerson, isNotAllowed, type PersonalDeps, refusal } from './answers.ts';
import type { Functions } from './service.ts';

interface Deps extends PersonalDeps {
  merges: ReturnType<typeof createMerges>;
}

const merge = z.object({
  source: z.guid(),
  target: z.guid(),
  requestId: z.guid(),
  people: shortList(z.guid(), { max: 100 }),
});
const undo = z.object({ mergeId: z.guid() });

/** `client-merge` and `client-merge-undo`, for staff. A refusal is 409 with a code of domain/clients/merge.ts. */
export function clientMergeFunctions(deps: Deps): Functions {
  const { merges } = deps;
  const endpoint = <Asked>(
    schema: z.ZodType<Asked>,
    act: (caller: Caller, asked: Asked) => Promise<string>,
  ) =>
    forPerson(deps, {
      method: 'POST',
      schema,
      invalid: ['Bad request', 'bad_request'],
      answer: async (asked, { caller }) => Response.json({ mergeId: await act(caller, asked) }),
      refuse: (error) => {
        if (isNotAllowed(error)) return refusal(403, 'Only staff can do this', 'staff_only');
        const broken = brokenRule(error);
        return broken && refusal(409, broken.message, broken.detail);
      },
    });
  return {
    'client-merge': endpoint(merge, merges.merge),
    'client-merge-undo': endpoint(undo, (caller, { mergeId }) => merges.undo(caller, mergeId)),
  };
}
