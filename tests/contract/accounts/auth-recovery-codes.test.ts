import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { addAuthenticator, enroll } from '#tests/support/authenticator.ts';
import { createPerson, freshEmail, insertPerson, PASSWORD } from '#tests/support/people.ts';
import {
  PUBLISHABLE_KEY,
  portalForFile,
  type SharedPortal,
  sharedPortal,
} from '#tests/support/server/portal.ts';
import { authCall } from '../support/auth-wire.ts';

const portal = portalForFile();
type At = Pick<SharedPortal, 'url'>;

/** supabase-js with experimental features: recovery codes are new in the hosted service. */
async function signIn(email: string, at: At = portal) {
  const client = createClient(at.url, PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
  });
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

type Client = Awaited<ReturnType<typeof signIn>>;

async function personWithCodes(at: At & Pick<SharedPortal, 'database'> = portal) {
  const email = freshEmail();
  const id = await insertPerson(at, { email });
  const client = await signIn(email, at);
  const app = await addAuthenticator(client, 'My phone');
  const { data, error } = await client.auth.mfa.recoveryCodes.generate();
  if (error) throw error;
  return { id, email, client, app, codes: data.codes, setId: data.id };
}

const codesOf = (client: Client) => client.auth.mfa.recoveryCodes;
const remaining = async (client: Client) => (await codesOf(client).getStatus()).data?.remaining;

async function bearerOf(client: Client): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}

const WRONG = { code: 'mfa_verification_failed', status: 422, message: 'Invalid recovery code entered' };
const NONE = { code: 'mfa_factor_not_found', status: 404 };
const TOO_LOW = { code: 'insufficient_aal', status: 403 };

const recorded = (id: string) =>
  portal.database.query<{ action: string; details: object }>(
    `select action, details from public.audit_log where subject_id = $1 and action like '%recovery_code%' order by id`,
    [id],
  );

describe('creating codes', () => {
  test('returns ten codes once, as a factor of type recovery_code', async () => {
    const { client, codes, setId, id } = await personWithCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
    const status = await codesOf(client).getStatus();
    expect(status.data).toEqual({ id: setId, type: 'recovery_code', total: 10, remaining: 10 });
    const { data } = await client.auth.mfa.listFactors();
    expect(data?.recovery_code).toEqual([
      expect.objectContaining({ id: setId, friendly_name: 'Recovery codes', status: 'verified' }),
    ]);
    expect((await codesOf(client).generate()).error).toMatchObject({
      code: 'mfa_verified_factor_exists',
      status: 422,
    });
    expect(await recorded(id)).toEqual([{ action: 'auth.recovery_codes_made', details: {} }]);
  });

  test('stores only hashes', async () => {
    const { codes, setId } = await personWithCodes();
    const [dump] = await portal.database.query<{ text: string }>(
      `select string_agg(c::text || encode(code_hash, 'escape'), ' ') as text from auth.mfa_recovery_codes c
       where factor_id = $1`,
      [setId],
    );
    for (const code of codes) expect(dump?.text).not.toContain(code);
  });

  test('requires aal2', async () => {
    const { email, client: own } = await personWithCodes();
    const plain = await signIn(email);
    expect((await codesOf(plain).regenerate()).error).toMatchObject(TOO_LOW);
    expect((await codesOf(plain).unenroll()).error).toMatchObject(TOO_LOW);
    expect((await codesOf(plain).getStatus()).data?.total).toBe(10);
    expect((await codesOf(own).unenroll()).error).toBeNull();
    expect((await codesOf(plain).generate()).error).toMatchObject(TOO_LOW);
    const { email: without } = await createPerson(portal);
    const client = await signIn(without);
    expect((await codesOf(client).generate()).error).toMatchObject(TOO_LOW);
    expect((await codesOf(client).getStatus()).error).toMatchObject(NONE);
  });

  test('regenerates the set', async () => {
    const { client, codes, setId, email } = await personWithCodes();
    const { data, error } = await codesOf(client).regenerate();
    expect(error).toBeNull();
    expect(data).toMatchObject({
      id: setId,
      type: 'recovery_code',
      friendly_name: 'Recovery codes',
      total: 10,
    });
    expect(data?.codes.filter((code) => codes.includes(code))).toEqual([]);
    const plain = await signIn(email);
    expect((await codesOf(plain).verify({ code: codes[0] ?? '' })).error).toMatchObject(WRONG);
    expect((await codesOf(plain).verify({ code: data?.codes[0] ?? '' })).error).toBeNull();
  });

  test('accepts a unique name', async () => {
    const { client } = await personWithCodes();
    await codesOf(client).unenroll();
    expect((await codesOf(client).generate({ friendlyName: 'My phone' })).error).toMatchObject({
      code: 'mfa_factor_name_conflict',
    });
    await enroll(client, 'In the drawer');
    const { data } = await codesOf(client).generate({ friendlyName: 'In the drawer' });
    expect(data?.friendly_name).toBe('In the drawer');
  });
});

describe('using a code', () => {
  test('upgrades the session to aal2 and sends a mail', async () => {
    const { email, id, codes } = await personWithCodes();
    const client = await signIn(email);
    const { data, error } = await codesOf(client).verify({ code: codes[3] ?? '' });
    expect(error).toBeNull();
    expect(data).toMatchObject({ token_type: 'bearer', user: { id } });
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect(level.data?.currentAuthenticationMethods).toEqual([
      expect.objectContaining({ method: 'mfa/recovery_code' }),
      expect.objectContaining({ method: 'password' }),
    ]);
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await client.auth.updateUser({ password: 'another-password' })).error).toBeNull();
    expect(await remaining(client)).toBe(9);
    const mail = await portal.mailTo(email, ({ subject }) => subject === 'A recovery code was used');
    expect(mail.text).toContain('You have 9 left.');
    expect((await recorded(id)).at(-1)).toEqual({
      action: 'auth.recovery_code_used',
      details: { remaining: '9' },
    });
  });

  test('works once, even for concurrent requests', async () => {
    const { email, codes } = await personWithCodes();
    const devices = await Promise.all([1, 2, 3].map(() => signIn(email)));
    const answers = await Promise.all(
      devices.map((device) => codesOf(device).verify({ code: codes[0] ?? '' })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    const later = await signIn(email);
    expect((await codesOf(later).verify({ code: codes[0] ?? '' })).error).toMatchObject(WRONG);
  });

  test('accepts codes as copied from paper', async () => {
    const { email, setId } = await personWithCodes();
    await portal.database.query(
      `update auth.mfa_recovery_codes set code_hash = sha256('0k4m19x7qp2ab8ht')
       where factor_id = $1 and code_hash = (
         select code_hash from auth.mfa_recovery_codes where factor_id = $1 order by code_hash limit 1)`,
      [setId],
    );
    const client = await signIn(email);
    expect((await codesOf(client).verify({ code: ' OK4M-L9X7 qp2a-B8HT ' })).error).toBeNull();
  });

  test('rejects codes of others, and without a set', async () => {
    const { codes } = await personWithCodes();
    const other = await personWithCodes();
    const client = await signIn(other.email);
    expect((await codesOf(client).verify({ code: codes[0] ?? '' })).error).toMatchObject(WRONG);
    const { email } = await createPerson(portal);
    const without = await signIn(email);
    expect((await codesOf(without).verify({ code: codes[0] ?? '' })).error).toMatchObject(WRONG);
    expect((await codesOf(without).verify({ code: ' - ' })).error).toMatchObject({
      code: 'validation_failed',
      status: 400,
    });
  });

  test('removes the set with the last app', async () => {
    const { client, app, email, codes } = await personWithCodes();
    expect((await client.auth.mfa.unenroll({ factorId: app.factorId })).error).toBeNull();
    expect((await codesOf(client).getStatus()).error).toMatchObject(NONE);
    const plain = await signIn(email);
    expect((await codesOf(plain).verify({ code: codes[0] ?? '' })).error).toMatchObject(WRONG);
  });

  test('can’t be challenged or unenrolled like an app', async () => {
    const { client, setId } = await personWithCodes();
    expect((await client.auth.mfa.challenge({ factorId: setId })).error).toMatchObject(NONE);
    expect((await client.auth.mfa.unenroll({ factorId: setId })).error).toMatchObject(NONE);
    expect(await remaining(client)).toBe(10);
  });
});

test('limits attempts per user', async () => {
  const limited = await sharedPortal('limited');
  const { email, codes } = await personWithCodes(limited);
  const client = await signIn(email, limited);
  const bearer = await bearerOf(client);
  const guess = (code: string) =>
    authCall(limited, 'factors/recovery-codes/verify', { body: { code }, bearer });
  for (let n = 0; n < 6; n++) expect((await guess(`wrong-${n}`)).body.code).toBe('mfa_verification_failed');
  const refused = await guess(codes[0] ?? '');
  expect([refused.status, refused.body]).toEqual([
    429,
    {
      code: 'mfa_recovery_codes_locked',
      message: 'Too many failed verification attempts, try again later',
    },
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const other = await personWithCodes(limited);
  const second = await signIn(other.email, limited);
  for (const code of other.codes.slice(0, 8)) {
    expect((await codesOf(second).verify({ code })).error).toBeNull();
  }
});
