import * as jose from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgeTokens, signWithServerKey } from '#tests/rls/forged-tokens.ts';
import { createPerson, type Person, visitor } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { eventually } from '#tests/support/waiting.ts';
import { bearerOf, personWithApp, signInAgain } from '../support/factors.ts';
import { listen, startListening } from '../support/listening.ts';
import { files, openWire, TOPIC } from '../support/phoenix.ts';

let portal: TestPortal;
let person: Person;

beforeAll(async () => {
  portal = await startPortal();
  person = await createPerson(portal);
});
afterAll(() => portal?.close());

const NO_SESSION = 'Session from session_id claim in JWT does not exist';

async function send({ client, id }: Person, name: string): Promise<void> {
  const { error } = await client.storage.from('user-documents').upload(`${id}/${name}`, new Blob(['w2']));
  if (error) throw error;
}

/** A token of the person's that is good for so long. */
async function shortToken(seconds: number): Promise<string> {
  const claims = jose.decodeJwt(await bearerOf(person.client));
  return signWithServerKey(portal, { ...claims, exp: Math.floor(Date.now() / 1000) + seconds });
}

describe('joining', () => {
  test('a forged or expired token is refused, with a word why', async () => {
    const forged = await forgeTokens(portal, await bearerOf(person.client));
    const { expired, ...others } = forged;
    const wire = await openWire(portal);
    const join = (access_token: string) => wire.ask('phx_join', { access_token, config: files });
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
    const ear = startListening(library);
    await eventually(async () => ear.states.some((state) => state.startsWith('CHANNEL_ERROR')));
    expect(ear.states).not.toContain('SUBSCRIBED');
  });

  test('a token whose session is over is refused', async () => {
    const gone = await createPerson(portal);
    const token = await bearerOf(gone.client);
    await gone.client.auth.signOut();
    const wire = await openWire(portal);
    expect((await wire.ask('phx_join', { access_token: token, config: files })).payload).toEqual({
      status: 'error',
      response: { reason: NO_SESSION },
    });
  });
});

describe('a token that ends', () => {
  test('closes the channel with the word of the hosted service', async () => {
    const wire = await openWire(portal);
    const joined = await wire.ask('phx_join', { access_token: await shortToken(2), config: files });
    expect(joined.payload.status).toBe('ok');
    const said = await wire.gets(({ payload }) => payload.extension === 'system');
    expect(said).toMatchObject({
      event: 'system',
      payload: { status: 'error', message: 'Token has expired 0 seconds ago', channel: 'room' },
    });
    await wire.gets(({ event, topic }) => event === 'phx_close' && topic === TOPIC);
  });

  test('is renewed by another, and not ended by none; a bad one closes', async () => {
    const wire = await openWire(portal);
    const short = await shortToken(3);
    await wire.ask('phx_join', { access_token: short, config: files });
    wire.say('access_token', { access_token: await bearerOf(person.client) });
    wire.say('access_token', { access_token: null });
    const { exp = 0 } = jose.decodeJwt(short);
    await eventually(async () => Date.now() > exp * 1000 + 100);
    await send(person, 'after renewal.txt');
    await wire.gets(({ event }) => event === 'postgres_changes');
    expect(wire.received.some(({ event }) => event === 'phx_close')).toBe(false);
    wire.say('access_token', { access_token: 'nothing' });
    await wire.gets(({ event }) => event === 'phx_close');
  });
});

describe('a session that ends', () => {
  test('hears nothing more, whoever ends it', async () => {
    const other = await createPerson(portal);
    const [here, there] = [await signInAgain(portal, other), await signInAgain(portal, other)];
    const [ear, still] = await Promise.all([listen(here), listen(there)]);
    await send(other, 'before.txt');
    await Promise.all([ear, still].map((one) => one.hears(({ new: row }) => row.file_name === 'before.txt')));
    await portal.database.query('delete from auth.sessions where id = $1', [
      jose.decodeJwt(await bearerOf(here)).session_id,
    ]);
    await send(other, 'after.txt');
    await still.hears(({ new: row }) => row.file_name === 'after.txt');
    await eventually(async () => ear.states.includes('CLOSED'));
    expect(ear.system.at(-1)).toMatchObject({ status: 'error', message: NO_SESSION });
    expect(ear.names()).toEqual(['before.txt']);
  });

  test('signing out is such an end, and deletions are no exception', async () => {
    const other = await createPerson(portal);
    const clerk = await createPerson(portal, { role: 'admin' });
    const there = await signInAgain(portal, other);
    await send(other, 'a.txt');
    const [ear, still] = await Promise.all([listen(other.client), listen(there)]);
    await other.client.auth.signOut({ scope: 'local' });
    await clerk.client.storage.from('user-documents').remove([`${other.id}/a.txt`]);
    await still.hears(({ type }) => type === 'DELETE');
    await eventually(async () => ear.states.includes('CLOSED'));
    expect(ear.heard).toEqual([]);
  });
});

test('whoever owes the second step hears nothing, neither of what comes nor of what goes', async () => {
  const raised = await personWithApp(portal);
  const [clerk, ...others] = await Promise.all(
    ['admin', 'admin', 'admin'].map(() => createPerson(portal, { role: 'admin' })),
  );
  if (clerk === undefined) throw new Error('nobody of the office');
  // The library notes the raised token when it next asks for it, and would join with the former one.
  await raised.client.realtime.setAuth();
  const [half, whole] = [await listen(await signInAgain(portal, raised)), await listen(raised.client)];
  // Servers answer in turn: among so many there is one on the server of `half`, which is as far as that one.
  const all = [whole];
  for (const { client } of [clerk, ...others]) all.push(await listen(client));
  const allHear = (wanted: string) => Promise.all(all.map((one) => one.hears(({ type }) => type === wanted)));
  await send(raised, 'a.txt');
  // A row that is gone before anybody has read it is told as gone only.
  await allHear('INSERT');
  await clerk.client.storage.from('user-documents').remove([`${raised.id}/a.txt`]);
  await allHear('DELETE');
  expect(whole.heard.map(({ type }) => type)).toEqual(['INSERT', 'DELETE']);
  // From now on both are alike: what half had been told would be there before this.
  await portal.database.query('delete from auth.mfa_factors where user_id = $1', [raised.id]);
  await send(raised, 'b.txt');
  await half.hears(({ new: row }) => row.file_name === 'b.txt');
  expect(half.heard).toHaveLength(1);
});
