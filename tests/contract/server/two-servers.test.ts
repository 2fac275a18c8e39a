/** @module-tag two-servers */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { OfficeState } from '#contract/office.ts';
import { missingServicesReason } from '#tests/support/missing-services.ts';
import { createPerson, freshEmail, insertPerson, PASSWORD, visitor } from '#tests/support/people.ts';
import { settingsFor } from '#tests/support/server/portal.ts';
import { prepareServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { readOutbox } from '#tests/support/services/outbox.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { eventually } from '#tests/support/waiting.ts';

/**
 * What two servers must agree on. Each test says which of them gets the request. (The contract tests of state that
 * servers share run on two servers as well, each request going to the next one; see vitest.config.ts.)
 */
const missing = missingServicesReason();

interface Portal {
  url: string;
  database: TestDatabase;
}

let database: TestDatabase;
let servers: ServerProcess[];
let one: Portal;
let two: Portal;

const BUCKET = 'user-documents';
const MIB = 1024 * 1024;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The same session at the other server. */
async function takeOver(client: SupabaseClient, there: Portal): Promise<ReturnType<typeof visitor>> {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new Error('no one is signed in');
  const moved = visitor(there);
  const { error } = await moved.auth.setSession(data.session);
  if (error) throw error;
  return moved;
}

describe.skipIf(missing !== undefined)(`two servers${missing === undefined ? '' : ` (${missing})`}`, () => {
  beforeAll(async () => {
    database = await createTestDatabase('template0');
    const env = { ...settingsFor(database), STORAGE_URL: inject('sharedStorageUrl') ?? '' };
    servers = await Promise.all([1, 2].map(() => prepareServer({ env, siteFolder: undefined })));
    // Started together on an empty database: one of them migrates it and creates the signing key.
    await Promise.all(servers.map((server) => server.start()));
    const [first, second] = servers.map(({ url }) => ({ url, database }));
    if (!first || !second) throw new Error('not two servers');
    [one, two] = [first, second];
  });
  afterAll(async () => {
    await Promise.all((servers ?? []).map((server) => server.remove()));
    await database?.drop();
  });

  test('the database owner has no rights outside of the database', async () => {
    const [owner] = await database.query(
      'select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user',
    );
    expect(owner).toEqual({ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false });
  });

  test('both publish the same signing key', async () => {
    const [here, there] = await Promise.all(
      [one, two].map(async ({ url }) => (await fetch(`${url}/auth/v1/.well-known/jwks.json`)).json()),
    );
    expect(here).toEqual(there);
    expect(here).toMatchObject({ keys: [{ alg: 'ES256' }] });
  });

  test('sign-up, confirmation, sign-in and refresh work on alternating servers', async () => {
    const email = freshEmail('wanderer');
    expect((await visitor(one).auth.signUp({ email, password: PASSWORD })).error).toBeNull();
    const mail = await eventually(async () => {
      // Either server may have sent it.
      const mails = await readOutbox(servers.map(({ dataDir }) => join(dataDir, 'outbox')));
      return mails.find(({ to }) => to?.[0]?.address === email);
    });
    const token = /^ +(\d{8})$/m.exec(mail.text ?? '')?.[1] ?? '';
    expect((await visitor(two).auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull();

    const here = visitor(one);
    const signedIn = await here.auth.signInWithPassword({ email, password: PASSWORD });
    expect(signedIn.error).toBeNull();
    const there = await takeOver(here, two);
    const refreshed = await there.auth.refreshSession();
    expect(refreshed.error).toBeNull();
    const token2 = refreshed.data.session?.access_token ?? '';
    expect((await visitor(one).auth.getUser(token2)).data.user?.email).toBe(email);
    expect((await visitor(one).auth.getClaims(token2)).data?.claims.sub).toBe(signedIn.data.user?.id);
  });

  test('facts saved on one are used by the other, and the other way around', async () => {
    const { client } = await createPerson({ url: one.url, database }, { role: 'super' });
    const { data } = await client.auth.getSession();
    const office = async ({ url }: Portal, method: string, path = '', body?: object) => {
      const answer = await fetch(`${url}/functions/v1/office${path}`, {
        method,
        headers: { authorization: `Bearer ${data.session?.access_token}` },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect(answer.status).toBe(200);
      return (await answer.json()) as OfficeState;
    };
    const bookable = async ({ url }: Portal) => {
      const answer = await fetch(`${url}/functions/v1/calendar?days=14`);
      const { days } = (await answer.json()) as { days: { day: string; times: string[] }[] };
      return days
        .filter(({ times }) => times.length > 0)
        .map(({ day, times }) => ({ day, count: times.length }));
    };
    const before = await bookable(two);
    const [, , , closed] = before;
    if (!closed) throw new Error('the office has no open days');
    const { version, facts } = await office(two, 'GET');
    // Both started at once, with the same first version.
    expect(version).toBe(1);
    const hours = { ...facts.hours, close: '10:00' };
    const closedOn = [{ day: closed.day, reason: 'Staff outing' }];
    const calendar = { ...facts.calendar, slotMinutes: 20, closedOn };
    const letters = { en: { 'Choose a new password': 'Forgot your password?' } };
    await office(one, 'PUT', '', { expectedVersion: 1, facts: { ...facts, hours, calendar, letters } });
    // From 8 to 10.
    await expect.poll(async () => (await bookable(two)).at(-1)?.count).toBe(6);
    expect((await bookable(two)).map(({ day }) => day)).not.toContain(closed.day);
    expect((await office(two, 'GET')).version).toBe(2);
    // The server that is asked writes the mail.
    const { email } = await createPerson({ url: one.url, database });
    await visitor(two).auth.resetPasswordForEmail(email);
    const mail = await eventually(async () => {
      const mails = await readOutbox(servers.map(({ dataDir }) => join(dataDir, 'outbox')));
      return mails.find(({ to, text }) => to?.[0]?.address === email && text?.includes('type=recovery'));
    });
    expect(mail.subject).toBe('Forgot your password?');

    await office(two, 'POST', '/restore', { expectedVersion: 2, version: 1 });
    // The first day loses times while the test runs.
    await expect.poll(async () => (await bookable(one)).slice(1)).toEqual(before.slice(1));
    expect((await office(one, 'GET')).facts).toEqual(facts);
  });

  test('signing out on one ends the session on the other', async () => {
    const { client, id } = await createPerson({ url: one.url, database });
    const there = await takeOver(client, two);
    const read = () => there.from('user_profiles').select('user_id').eq('user_id', id);
    expect((await read()).data).toEqual([{ user_id: id }]);
    await client.auth.signOut();
    expect(await read()).toMatchObject({ status: 401, error: { code: 'PGRST301' } });
  });

  test('a reused refresh token is detected by the other server', async () => {
    const { client } = await createPerson({ url: one.url, database });
    const { data } = await client.auth.getSession();
    const refresh_token = data.session?.refresh_token ?? '';
    const first = await visitor(two).auth.refreshSession({ refresh_token });
    const next = await visitor(one).auth.refreshSession({
      refresh_token: first.data.session?.refresh_token ?? '',
    });
    expect(next.error).toBeNull();
    await database.query(`update auth.refresh_tokens set used_at = used_at - interval '1 minute'`);
    const reused = await visitor(one).auth.refreshSession({ refresh_token });
    expect(reused.error?.code).toBe('refresh_token_already_used');
    const after = await visitor(two).auth.refreshSession({
      refresh_token: next.data.session?.refresh_token ?? '',
    });
    expect(after.error).not.toBeNull();
  });

  test('a role granted or revoked on one applies to the other at once', async () => {
    const boss = await createPerson({ url: one.url, database }, { role: 'super' });
    const clerk = await createPerson({ url: two.url, database });
    const stranger = await insertPerson({ database }, { email: freshEmail('stranger') });
    const seen = async () =>
      (await clerk.client.from('user_profiles').select('user_id').eq('user_id', stranger)).data?.length;
    const give = (new_role: string) =>
      boss.client.rpc('set_user_role', { target_user_id: clerk.id, new_role });
    expect(await seen()).toBe(0);
    expect((await give('admin')).error).toBeNull();
    expect(await seen()).toBe(1);
    expect((await give('client')).error).toBeNull();
    expect(await seen()).toBe(0);
  });

  test('a row written on one is read on the other', async () => {
    const { client, id } = await createPerson({ url: one.url, database });
    const there = await takeOver(client, two);
    await client.from('user_profiles').update({ phone: '2035550177' }).eq('user_id', id);
    expect((await there.from('user_profiles').select('phone').eq('user_id', id).single()).data).toEqual({
      phone: '2035550177',
    });
  });

  test('an upload on one is downloaded from the other, whole and in ranges', async () => {
    const { client, id } = await createPerson({ url: one.url, database });
    const there = (await takeOver(client, two)).storage.from(BUCKET);
    // More than two parts of a multipart upload.
    const bytes = randomBytes(20 * MIB + 12_345);
    bytes.write('%PDF-1.7\n');
    bytes.write('\n%%EOF\n', bytes.length - 7);
    const path = `${id}/2026/scan – größer.pdf`;
    const uploaded = await client.storage
      .from(BUCKET)
      .upload(path, new Blob([bytes], { type: 'application/pdf' }), { contentType: 'application/pdf' });
    expect(uploaded.error).toBeNull();

    const { data: whole } = await there.download(path);
    expect(sha256(new Uint8Array((await whole?.arrayBuffer()) ?? new ArrayBuffer()))).toBe(sha256(bytes));

    const { data: signed } = await client.storage.from(BUCKET).createSignedUrl(path, 60);
    const link = (signed?.signedUrl ?? '').replace(one.url, two.url);
    const [start, end] = [9 * MIB - 7, 17 * MIB + 5];
    const part = await fetch(link, { headers: { range: `bytes=${start}-${end}` } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${bytes.length}`);
    expect(sha256(new Uint8Array(await part.arrayBuffer()))).toBe(sha256(bytes.subarray(start, end + 1)));
    const tail = await fetch(link, { headers: { range: 'bytes=-10' } });
    expect(new Uint8Array(await tail.arrayBuffer())).toEqual(new Uint8Array(bytes.subarray(-10)));
  });

  test('an object renamed on one is listed and removed on the other', async () => {
    const { client, id } = await createPerson({ url: one.url, database });
    const clerk = await createPerson({ url: two.url, database }, { role: 'admin' });
    const [here, there] = [client.storage.from(BUCKET), clerk.client.storage.from(BUCKET)];
    expect((await here.upload(`${id}/old.txt`, new Blob(['w2']))).error).toBeNull();
    expect((await here.move(`${id}/old.txt`, `${id}/2026/new.txt`)).error).toBeNull();
    expect((await there.list(`${id}/2026`)).data?.map(({ name }) => name)).toEqual(['new.txt']);
    expect((await there.remove([`${id}/2026/new.txt`])).data).toHaveLength(1);
    expect((await here.list(`${id}/2026`)).data).toEqual([]);
  });

  test('an upload link signed by one works on the other', async () => {
    const { client, id } = await createPerson({ url: one.url, database });
    const there = (await takeOver(client, two)).storage.from(BUCKET);
    const path = `${id}/signed.txt`;
    const { data } = await client.storage.from(BUCKET).createSignedUploadUrl(path);
    expect((await there.uploadToSignedUrl(path, data?.token ?? '', new Blob(['w2']))).error).toBeNull();
    const { data: back } = await client.storage.from(BUCKET).download(path);
    expect(await back?.text()).toBe('w2');
  });

  test('neither data folder contains a document', async () => {
    const { client, id } = await createPerson({ url: one.url, database });
    const path = `${id}/kept.txt`;
    expect((await client.storage.from(BUCKET).upload(path, new Blob(['w2']))).error).toBeNull();
    const there = (await takeOver(client, two)).storage.from(BUCKET);
    await servers[0]?.end('SIGKILL');
    try {
      expect(await (await there.download(path)).data?.text()).toBe('w2');
      expect((await there.move(path, `${id}/2026/kept.txt`)).error).toBeNull();
    } finally {
      await servers[0]?.start();
    }
    expect(await (await client.storage.from(BUCKET).download(`${id}/2026/kept.txt`)).data?.text()).toBe('w2');
  });
});
