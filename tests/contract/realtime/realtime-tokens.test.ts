import * as jose from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { forgeTokens, signWithServerKey } from '#tests/rls/forged-tokens.ts';
import { createPerson, type Person, visitor } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { eventually } from '#tests/support/waiting.ts';
import { bearerOf, personWithApp, signInAgain } from '../support/factors.ts';
import { connectPhoenix, files, TOPIC } from '../support/phoenix.ts';
import { startSubscribing, subscribe } from '../support/realtime.ts';

const portal = portalForFile();
let person: Person;

beforeAll(async () => {
  person = await createPerson(portal);
});

const NO_SESSION = 'Session from session_id claim in JWT does not exist';

async function send({ client, id }: Person, name: string): Promise<void> {
  const { error } = await client.storage.from('user-documents').upload(`${id}/${name}`, new Blob(['w2']));
  if (error) throw error;
}

/** A token of the user that is valid for this long. */
async function shortToken(seconds: number): Promise<string> {
  const claims = jose.decodeJwt(await bearerOf(person.client));
  return signWithServerKey(portal, { ...claims, exp: Math.floor(Date.now() / 1000) + seconds });
}

describe('joining', () => {
  test('rejects a forged or expired token with a reason', async () => {
    const forged = await forgeTokens(portal, await bearerOf(person.client));
    const { expired, ...others } = forged;
    const phoenix = await connectPhoenix(portal);
    const join = (access_token: string) => phoenix.request('phx_join', { access_token, config: files });
    for (const token of [...Object.values(others), 'nothing', `${forged.otherKey}x`]) {
      expect((await join(token)).payload).toEqual({
        status: 'error',
        response: { reason: 'JwtSignatureError: Failed to validate JWT signature' },
      });
    }
    expect((await join(expired)).payload).toEqual({
      status: 'error',
      response: { reason: 'InvalidJWTToken: Token has expired' },
    });
    const library = visitor(portal);
    await library.realtime.setAuth(forged.otherKey);
    const subscription = startSubscribing(library);
    await eventually(async () => subscription.statuses.some((state) => state.startsWith('CHANNEL_ERROR')));
    expect(subscription.statuses).not.toContain('SUBSCRIBED');
  });

  test('rejects a token of an ended session', async () => {
    const gone = await createPerson(portal);
    const token = await bearerOf(gone.client);
    await gone.client.auth.signOut();
    const phoenix = await connectPhoenix(portal);
    expect((await phoenix.request('phx_join', { access_token: token, config: files })).payload).toEqual({
      status: 'error',
      response: { reason: NO_SESSION },
    });
  });
});

describe('an expiring token', () => {
  test('closes the channel with the hosted service’s message', async () => {
    const phoenix = await connectPhoenix(portal);
    const joined = await phoenix.request('phx_join', { access_token: await shortToken(4), config: files });
    expect(joined.payload.status).toBe('ok');
    const said = await phoenix.waitForMessage(({ payload }) => payload.extension === 'system');
    expect(said).toMatchObject({
      event: 'system',
      payload: { status: 'error', message: 'Token has expired 0 seconds ago', channel: 'room' },
    });
    await phoenix.waitForMessage(({ event, topic }) => event === 'phx_close' && topic === TOPIC);
  });

  test('can be replaced; an invalid token closes the channel', async () => {
    const phoenix = await connectPhoenix(portal);
    const short = await shortToken(3);
    await phoenix.request('phx_join', { access_token: short, config: files });
    phoenix.send('access_token', { access_token: await bearerOf(person.client) });
    phoenix.send('access_token', { access_token: null });
    const { exp = 0 } = jose.decodeJwt(short);
    await eventually(async () => Date.now() > exp * 1000 + 100);
    await send(person, 'after renewal.txt');
    await phoenix.waitForMessage(({ event }) => event === 'postgres_changes');
    expect(phoenix.received.some(({ event }) => event === 'phx_close')).toBe(false);
    phoenix.send('access_token', { access_token: 'nothing' });
    await phoenix.waitForMessage(({ event }) => event === 'phx_close');
  });
});

describe('an ended session', () => {
  test('gets no more events', async () => {
    const other = await createPerson(portal);
    const [here, there] = [await signInAgain(portal, other), await signInAgain(portal, other)];
    const [subscription, still] = await Promise.all([subscribe(here), subscribe(there)]);
    await send(other, 'before.txt');
    await Promise.all(
      [subscription, still].map((one) => one.waitForEvent(({ new: row }) => row.file_name === 'before.txt')),
    );
    await portal.database.query('delete from auth.sessions where id = $1', [
      jose.decodeJwt(await bearerOf(here)).session_id,
    ]);
    await send(other, 'after.txt');
    await still.waitForEvent(({ new: row }) => row.file_name === 'after.txt');
    await eventually(async () => subscription.statuses.includes('CLOSED'));
    expect(subscription.system.at(-1)).toMatchObject({ status: 'error', message: NO_SESSION });
    expect(subscription.fileNames()).toEqual(['before.txt']);
  });

  test('after sign-out gets no deletions either', async () => {
    const other = await createPerson(portal);
    const clerk = await createPerson(portal, { role: 'admin' });
    const there = await signInAgain(portal, other);
    await send(other, 'a.txt');
    const [subscription, still] = await Promise.all([subscribe(other.client), subscribe(there)]);
    await other.client.auth.signOut({ scope: 'local' });
    await clerk.client.storage.from('user-documents').remove([`${other.id}/a.txt`]);
    await still.waitForEvent(({ type }) => type === 'DELETE');
    await eventually(async () => subscription.statuses.includes('CLOSED'));
    expect(subscription.events).toEqual([]);
  });
});

test('a session without the second factor gets no events', async () => {
  const raised = await personWithApp(portal);
  const [clerk, ...others] = await Promise.all(
    ['admin', 'admin', 'admin'].map(() => createPerson(portal, { role: 'admin' })),
  );
  if (clerk === undefined) throw new Error('no one of the office');
  // supabase-js would join with the old token, since it has not read the new one yet.
  await raised.client.realtime.setAuth();
  const [half, whole] = [await subscribe(await signInAgain(portal, raised)), await subscribe(raised.client)];
  // There may be two servers: at least one of these subscribers is on the same server as `half`.
  const all = [whole];
  for (const { client } of [clerk, ...others]) all.push(await subscribe(client));
  const allHear = (wanted: string) =>
    Promise.all(all.map((one) => one.waitForEvent(({ type }) => type === wanted)));
  await send(raised, 'a.txt');
  // A row that is deleted before it is read only sends a DELETE.
  await allHear('INSERT');
  await clerk.client.storage.from('user-documents').remove([`${raised.id}/a.txt`]);
  await allHear('DELETE');
  expect(whole.events.map(({ type }) => type)).toEqual(['INSERT', 'DELETE']);
  // Both get events from now on, so earlier ones for `half` would have arrived before this.
  await portal.database.query('delete from auth.mfa_factors where user_id = $1', [raised.id]);
  await send(raised, 'b.txt');
  await half.waitForEvent(({ new: row }) => row.file_name === 'b.txt');
  expect(half.events).toHaveLength(1);
});
