import { z } from 'zod';
import type { Recovery } from '#server/operate/recovery/recovery.ts';
import { forPerson, type PersonalDeps, refusal } from './answers.ts';
import type { Functions } from './service.ts';

interface Deps extends PersonalDeps {
  recovery: Pick<Recovery, 'state' | 'confirm'>;
}

/** Two words are four million pairs, and ten attempts an hour are enough for typos. */
const TRIES = { name: 'recovery sheet', points: 10, seconds: 3600 };

const word = z.string().max(100);
const bothWords = z.object({ words: z.tuple([word, word]) });

/** Super users confirm that the office has the recovery sheet (contract/recovery.ts). */
export function recoveryFunctions(deps: Deps): Functions {
  const { recovery } = deps;
  const only = ['is_super', 'This is for super users only.'] as const;
  return {
    'recovery-sheet': [
      forPerson(deps, {
        method: 'GET',
        only,
        answer: async (_asked, { personId }) => Response.json(await recovery.state(personId)),
      }),
      forPerson(deps, {
        method: 'POST',
        only,
        limit: TRIES,
        schema: bothWords,
        invalid: ['Type both words.'],
        answer: async ({ words }, { personId, address }) => {
          if (!(await recovery.confirm(personId, words, address))) {
            return refusal(422, 'At least one word doesn’t match the sheet. Check the numbers too.');
          }
          return Response.json(await recovery.state(personId));
        },
      }),
    ],
  };
}
