import { lightFor } from '#domain/health/words.ts';
import type { Database } from '#server/database/database.ts';
import type { TokenBuckets } from '#server/http/token-buckets.ts';
import { type Readers, readerOfPerson } from '#server/language/readers.ts';
import type { LastLook } from '#server/operate/health/states.ts';
import { personWho, refusal } from './answers.ts';
import type { Functions } from './service.ts';

interface Deps {
  database: Pick<Database, 'query' | 'runAs'>;
  buckets: TokenBuckets;
  readers: Readers;
  health: { last(): Promise<LastLook>; refresh(): Promise<LastLook> };
}

/** Each check connects to the mail server and to the site. */
const LOOKS = { points: 10, seconds: 600 };

/** The health checks, for super users and in their language. GET returns the last results; POST checks again. */
export function healthFunctions({ database, buckets, readers, health }: Deps): Functions {
  const answer = async (personId: string, { lookedAt, lights }: LastLook) => {
    const { t } = await readerOfPerson(readers, database, personId);
    return Response.json({ looked_at: lookedAt, lights: lights.map((light) => lightFor(t, light)) });
  };
  const refused = () => refusal(403, 'Only super users can see this.');

  return {
    health: [
      {
        method: 'GET',
        signedIn: true,
        answer: async (_request, call) => {
          const personId = await personWho(database, 'is_super', call);
          return personId === undefined ? refused() : answer(personId, await health.last());
        },
      },
      {
        method: 'POST',
        signedIn: true,
        answer: async (_request, call) => {
          const personId = await personWho(database, 'is_super', call);
          if (personId === undefined) return refused();
          await buckets.take([{ key: ['health', personId], ...LOOKS }]);
          return answer(personId, await health.refresh());
        },
      },
    ],
  };
}
