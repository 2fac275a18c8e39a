import type { Database } from '#server/database/database.ts';
import type { LastLook } from '#server/health/states.ts';
import type { TokenBuckets } from '#server/http/token-buckets.ts';
import type { Call, Functions } from './service.ts';

interface Deps {
  database: Pick<Database, 'runAs'>;
  buckets: TokenBuckets;
  health: { last(): Promise<LastLook>; refresh(): Promise<LastLook> };
}

/** Each check connects to the mail server and to the site. */
const LOOKS = { points: 10, seconds: 600 };

/** The health checks, for super users. GET returns the last results; POST checks again. */
export function healthFunctions({ database, buckets, health }: Deps): Functions {
  /** Throws for an invalid token. The database checks the role and the second factor. */
  const personOf = async (call: Call): Promise<string | undefined> => {
    const caller = await call.caller();
    const { rows } = await database.runAs<{ super: boolean }>(caller, {
      text: 'select public.is_super() as super',
    });
    return rows[0]?.super ? caller.claims.sub : undefined;
  };
  const answer = ({ lookedAt, lights }: LastLook) => Response.json({ looked_at: lookedAt, lights });
  const refused = () => Response.json({ message: 'Only super users can see this.' }, { status: 403 });

  return {
    health: [
      {
        method: 'GET',
        signedIn: true,
        answer: async (_request, call) =>
          (await personOf(call)) === undefined ? refused() : answer(await health.last()),
      },
      {
        method: 'POST',
        signedIn: true,
        answer: async (_request, call) => {
          const person = await personOf(call);
          if (person === undefined) return refused();
          await buckets.take([{ key: ['health', person], ...LOOKS }]);
          return answer(await health.refresh());
        },
      },
    ],
  };
}
