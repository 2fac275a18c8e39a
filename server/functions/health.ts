import { lightFor } from '#domain/health/words.ts';
import { readerOfPerson } from '#server/language/readers.ts';
import type { LastLook } from '#server/operate/health/states.ts';
import { type FunctionDeps, forPerson } from './answers.ts';
import type { Functions } from './service.ts';

interface Deps extends FunctionDeps {
  health: { last(): Promise<LastLook>; refresh(): Promise<LastLook> };
}

/** Each check connects to the mail server and to the site. */
const LOOKS = { name: 'health', points: 10, seconds: 600 };

/** The health checks, for super users and in their language. GET returns the last results; POST checks again. */
export function healthFunctions(deps: Deps): Functions {
  const { database, readers, health } = deps;
  const only = ['is_super', 'Only super users can see this.'] as const;
  const answer = async (personId: string, { lookedAt, lights }: LastLook) => {
    const { t } = await readerOfPerson(readers, database, personId);
    return Response.json({ looked_at: lookedAt, lights: lights.map((light) => lightFor(t, light)) });
  };
  return {
    health: [
      forPerson(deps, {
        method: 'GET',
        only,
        answer: async (_asked, { personId }) => answer(personId, await health.last()),
      }),
      forPerson(deps, {
        method: 'POST',
        only,
        limit: LOOKS,
        answer: async (_asked, { personId }) => answer(personId, await health.refresh()),
      }),
    ],
  };
}
