import { z } from 'zod';
import type { Database } from '#server/database/database.ts';
import type { TokenBuckets } from '#server/http/token-buckets.ts';
import type { Recovery } from '#server/operate/recovery/recovery.ts';
import { jsonOf, personWho, refusal } from './answers.ts';
import type { Functions } from './service.ts';

interface Deps {
  database: Pick<Database, 'runAs'>;
  recovery: Pick<Recovery, 'state' | 'confirm'>;
  buckets: TokenBuckets;
}

/** Two words are four million pairs, and ten attempts an hour are enough for typos. */
const TRIES = { points: 10, seconds: 3600 };

const word = z.string().max(100);
const answer = z.object({ words: z.tuple([word, word]) });

/** Super users confirm that the office has the recovery sheet (contract/recovery.ts). */
export function recoveryFunctions({ database, recovery, buckets }: Deps): Functions {
  return {
    'recovery-sheet': [
      {
        method: 'GET',
        signedIn: true,
        answer: async (_request, call) => {
          const personId = await personWho(database, 'is_super', call);
          return personId === undefined ? forSupersOnly() : Response.json(await recovery.state(personId));
        },
      },
      {
        method: 'POST',
        signedIn: true,
        answer: async (request, call) => {
          const personId = await personWho(database, 'is_super', call);
          if (personId === undefined) return forSupersOnly();
          await buckets.take([{ key: ['recovery sheet', personId], ...TRIES }]);
          const read = answer.safeParse(await jsonOf(request));
          if (!read.success) return refusal(400, 'Type both words.');
          if (!(await recovery.confirm(personId, read.data.words, call.address))) {
            return refusal(422, 'At least one word doesn’t match the sheet. Check the numbers too.');
          }
          return Response.json(await recovery.state(personId));
        },
      },
    ],
  };
}

const forSupersOnly = () => refusal(403, 'This is for super users only.');
