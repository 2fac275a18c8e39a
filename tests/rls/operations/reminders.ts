import type { Attempt, Fixtures } from '../types.ts';
import { openWalkIn } from './desk/walk-ins.ts';
import { openClient } from './merges.ts';
import { callFunction, outcomeOf } from './outcome.ts';

const WORDING = 'I agree to get automated texts from this office. Reply STOP to end.';

/** Gives the caller a number that can get texts. */
async function withNumber({ fixtures, ownId }: Attempt): Promise<void> {
  await setNumber(fixtures, ownId);
}
async function setNumber({ portal }: Fixtures, id: string): Promise<void> {
  await portal.database.query(`update public.user_profiles set phone = '(203) 555-0142' where user_id = $1`, [
    id,
  ]);
}

export const reminderOperations = {
  "pause A's reminders": async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('pause_reminders', { client_id: fixtures.a, how: 'week' })),
  "read whether A's reminders are paused": async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('reminder_choice', { client_id: fixtures.a }, { count: 'exact' })),
  "turn off A's reminders": async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('turn_reminders', { client_id: fixtures.a, off: true })),
  'read what is planned for A': async (attempt: Attempt) =>
    callFunction(attempt, `reminders?client=${attempt.fixtures.a}`, { method: 'GET' }),
  'remind a client of nothing now': async (attempt: Attempt) =>
    callFunction(attempt, 'reminders', { body: { client: await openClient(attempt.fixtures) } }),
  'read the own choice of texts': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('my_texts', {}, { count: 'exact' })),
  'agree to texts': async (attempt: Attempt) => {
    await withNumber(attempt);
    return outcomeOf(await attempt.client.rpc('agree_to_texts', { wording: WORDING }));
  },
  'end the own texts': async ({ client }: Attempt) => outcomeOf(await client.rpc('end_texts')),
  "read A's choice of texts": async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('texts_of_client', { client_id: fixtures.a }, { count: 'exact' })),
  'record the spoken consent of a client without a login': async ({ client, fixtures }: Attempt) => {
    const id = await openWalkIn(fixtures);
    await setNumber(fixtures, id);
    return outcomeOf(await client.rpc('record_spoken_consent', { client_id: id, wording: WORDING }));
  },
  'agree to texts for A': async ({ client, fixtures }: Attempt) => {
    await setNumber(fixtures, fixtures.a);
    return outcomeOf(await client.rpc('record_spoken_consent', { client_id: fixtures.a, wording: WORDING }));
  },
  "end A's texts": async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('end_texts_of_client', { client_id: fixtures.a })),
  'list the texts to A': async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('texts_to_client', { client_id: fixtures.a }, { count: 'exact' })),
};
