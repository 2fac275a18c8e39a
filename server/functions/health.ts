import { lightFor } from '#domain/health/words.ts';
import type { Reader } from '#domain/language/translate.ts';
import type { Database } from '#server/database/database.ts';
import type { TokenBuckets } from '#server/http/token-buckets.ts';
import { type Readers, readerOfPerson } from '#server/language/readers.ts';
import type { LastLook } from '#server/operate/health/states.ts';
import type { Call, Functions } from './service.ts';

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
  /** Throws for an invalid token. The database checks the role and the second factor. */
  const superUserOf = async (call: Call): Promise<{ id: string; reader: Reader } | undefined> => {
    const caller = await call.caller();
    const { rows } = await database.runAs<{ super: boolean }>(caller, {
      text: 'select public.is_super() as super',
    });
    const { sub: id } = caller.claims;
    if (!rows[0]?.super || id === undefined) return undefined;
    return { id, reader: await readerOfPerson(readers, database, id) };
  };
  const answer = ({ t }: Reader, { lookedAt, lights }: LastLook) =>
    Response.json({ looked_at: lookedAt, lights: lights.map((light) => lightFor(t, light)) });
  const refused = () => Response.json({ message: 'Only super users can see this.' }, { status: 403 });

  return {
    health: [
      {
        method: 'GET',
        signedIn: true,
        answer: async (_request, call) => {
          const person = await superUserOf(call);
          return person ? answer(person.reader, await health.last()) : refused();
        },
      },
      {
        method: 'POST',
        signedIn: true,
        answer: async (_request, call) => {
          const person = await superUserOf(call);
          if (!person) return refused();
          await buckets.take([{ key: ['health', person.id], ...LOOKS }]);
          return answer(person.reader, await health.refresh());
        },
      },
    ],
  };
}
