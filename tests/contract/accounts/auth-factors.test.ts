import { describe, expect, test } from 'vitest';
import {
  type Authenticator,
  addAuthenticator,
  codeOf,
  enroll,
  showCode,
  wrongCodeOf,
} from '#tests/support/authenticator.ts';
import { type Client, createPerson } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { personWithApp, signInAgain } from '../support/factors.ts';

const portal = portalForFile();
async function levelOf(client: Client) {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
}

async function methodsOf(client: Client): Promise<unknown[]> {
  const { data } = await client.auth.getClaims();
  return (data?.claims.amr ?? []).map((proof) => (typeof proof === 'string' ? proof : proof.method));
}

/** Makes the codes that were just used valid again. */
async function forgetCodes({ factorId }: Authenticator): Promise<void> {
  await portal.database.query('update auth.mfa_factors set last_step = last_step - 10 where id = $1', [
    factorId,
  ]);
}

const recorded = (id: string) =>
  portal.database.query<{ action: string; details: object }>(
    `select action, details from public.audit_log where subject_id = $1 and action like '%factor%' order by id`,
    [id],
  );

const WRONG = { code: 'mfa_verification_failed', status: 422, message: 'Invalid TOTP code entered' };
const GONE = { code: 'mfa_factor_not_found', status: 404 };

describe('enrolling an app', () => {
  test('returns the secret, the URI and the QR code', async () => {
    const { client, email } = await createPerson(portal);
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' });
    expect(error).toBeNull();
    expect(data).toMatchObject({ id: expect.any(String), type: 'totp', friendly_name: 'My phone' });
    expect(data?.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    const uri = new URL(data?.totp.uri ?? '');
    expect(decodeURIComponent(uri.pathname)).toBe(`/Nutmeg Tax & Business Services:${email}`);
    expect(uri.searchParams.get('secret')).toBe(data?.totp.secret);
    const own = await client.auth.mfa.enroll({ factorType: 'totp', issuer: 'The office' });
    expect(new URL(own.data?.totp.uri ?? '').searchParams.get('issuer')).toBe('The office');
  });

  test('is verified by the first code: tokens at aal2, a mail, an audit entry', async () => {
    const { client, id, email } = await createPerson(portal);
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    const { factorId, secret } = await enroll(client, 'My phone');
    expect(await levelOf(client)).toEqual(['aal1', 'aal1']);
    const listed = await client.auth.mfa.listFactors();
    expect([listed.data?.all.length, listed.data?.totp.length]).toEqual([1, 0]);
    expect(await recorded(id)).toEqual([]);

    const { data, error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(error).toBeNull();
    expect(data).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id } });
    expect(data?.user.factors).toEqual([
      {
        id: factorId,
        friendly_name: 'My phone',
        factor_type: 'totp',
        status: 'verified',
        created_at: expect.any(String),
        updated_at: expect.any(String),
        last_challenged_at: expect.any(String),
      },
    ]);
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
    expect(await levelOf(client)).toEqual(['aal2', 'aal2']);
    expect(await methodsOf(client)).toEqual(['totp', 'password']);
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
    expect((await portal.mailTo(email)).subject).toBe('An authenticator app was added');
    expect(await recorded(id)).toEqual([{ action: 'auth.factor_added', details: { type: 'totp' } }]);
  });

  test('stores the secret encrypted', async () => {
    const { app } = await personWithApp(portal);
    const [row] = await portal.database.query<{ text: string; sealed: Buffer }>(
      'select f::text as text, sealed_secret as sealed from auth.mfa_factors f where id = $1',
      [app.factorId],
    );
    expect(row?.text).not.toContain(app.secret);
    expect(row?.sealed.includes(app.secret)).toBe(false);
  });

  test('allows one unverified app, unique names and ten apps', async () => {
    const { client, id } = await createPerson(portal);
    const abandoned = await enroll(client, 'My phone');
    await addAuthenticator(client, 'My phone');
    expect((await client.auth.mfa.challenge({ factorId: abandoned.factorId })).error).toMatchObject(GONE);
    expect(
      (await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' })).error,
    ).toMatchObject({
      code: 'mfa_factor_name_conflict',
      status: 422,
      message: 'A factor with the friendly name "My phone" for this user already exists',
    });
    await portal.database.query(
      `insert into auth.mfa_factors (user_id, factor_type, status, sealed_secret)
       select $1, 'totp', 'verified', '' from generate_series(1, 8)`,
      [id],
    );
    await addAuthenticator(client, 'The tenth');
    expect(
      (await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'One more' })).error,
    ).toMatchObject({
      code: 'too_many_enrolled_mfa_factors',
      status: 422,
    });
  });

  test('requires aal2 for another app', async () => {
    const person = await personWithApp(portal);
    const elsewhere = await signInAgain(portal, person);
    expect((await elsewhere.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      code: 'insufficient_aal',
      status: 403,
      message: 'AAL2 required to enroll a new factor',
    });
    await addAuthenticator(person.client, 'My tablet');
    expect((await person.client.auth.mfa.listFactors()).data?.totp).toHaveLength(2);
  });

  test('can’t complete an enrollment that started before another app was added', async () => {
    const { client, email } = await createPerson(portal);
    const stranger = await signInAgain(portal, { email });
    const mine = await enroll(client);
    await portal.database.query(`update auth.mfa_factors set status = 'verified' where id = $1`, [
      mine.factorId,
    ]);
    const [planted] = await portal.database.query<{ id: string }>(
      `insert into auth.mfa_factors (user_id, factor_type, sealed_secret)
       select user_id, 'totp', sealed_secret from auth.mfa_factors where id = $1 returning id`,
      [mine.factorId],
    );
    const attempt = { factorId: planted?.id ?? '', code: codeOf(mine.secret) };
    expect((await stranger.auth.mfa.challengeAndVerify(attempt)).error).toMatchObject({
      code: 'insufficient_aal',
      status: 403,
    });
  });
});

describe('verifying a code', () => {
  test('upgrades only this session, and survives a refresh', async () => {
    const person = await personWithApp(portal);
    const elsewhere = await signInAgain(portal, person);
    expect(await levelOf(elsewhere)).toEqual(['aal1', 'aal2']);
    await showCode(elsewhere, person.app, 1);
    expect(await levelOf(elsewhere)).toEqual(['aal2', 'aal2']);
    const session = (await elsewhere.auth.getClaims()).data?.claims.session_id;
    expect((await elsewhere.auth.refreshSession()).error).toBeNull();
    expect(await levelOf(elsewhere)).toEqual(['aal2', 'aal2']);
    expect(await methodsOf(elsewhere)).toEqual(['totp', 'password']);
    expect((await elsewhere.auth.getClaims()).data?.claims.session_id).toBe(session);
    const third = await signInAgain(portal, person);
    expect((await person.client.auth.getUser()).error).toBeNull();
    expect((await person.client.auth.refreshSession()).error).toBeNull();
    expect(await levelOf(third)).toEqual(['aal1', 'aal2']);
  });

  test('rejects used and older codes', async () => {
    const person = await personWithApp(portal);
    const { factorId, secret } = person.app;
    const show = (code: string) => person.client.auth.mfa.challengeAndVerify({ factorId, code });
    // Not that of now: its half minute may have begun after the app was set up.
    const [older, next] = [codeOf(secret, -1), codeOf(secret, 1)];
    expect((await show(older)).error).toMatchObject(WRONG);
    expect((await show(next)).error).toBeNull();
    const elsewhere = await signInAgain(portal, person);
    const again = await elsewhere.auth.mfa.challengeAndVerify({ factorId, code: next });
    expect(again.error).toMatchObject(WRONG);
    expect((await show(codeOf(secret))).error).toMatchObject(WRONG);
  });

  test('accepts one of two concurrent attempts', async () => {
    const person = await personWithApp(portal);
    const devices = await Promise.all([1, 2, 3].map(() => signInAgain(portal, person)));
    const code = codeOf(person.app.secret, 1);
    const answers = await Promise.all(
      devices.map((device) => device.auth.mfa.challengeAndVerify({ factorId: person.app.factorId, code })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test('accepts a space in the code and rejects other input', async () => {
    const person = await personWithApp(portal);
    const { factorId, secret } = person.app;
    const show = (code: string) => person.client.auth.mfa.challengeAndVerify({ factorId, code });
    for (const code of [wrongCodeOf(secret), 'abcdef', '１２３４５６', '12345', `${codeOf(secret, 1)}0`]) {
      expect((await show(code)).error).toMatchObject(WRONG);
    }
    expect((await show('')).error).toMatchObject({ code: 'validation_failed', status: 400 });
    expect((await show(codeOf(secret, 1).replace(/^.../, '$& '))).error).toBeNull();
    const failed = (await recorded(person.id)).filter(({ action }) => action === 'auth.factor_failed');
    expect(failed).toHaveLength(5);
  });

  test('requires a challenge of this session and app, valid for five minutes', async () => {
    const person = await personWithApp(portal);
    const { client, app } = person;
    const elsewhere = await signInAgain(portal, person);
    const other = await addAuthenticator(client, 'other');
    const challenge = async (factorId: string) => {
      const { data, error } = await client.auth.mfa.challenge({ factorId });
      if (error) throw error;
      expect(data).toMatchObject({ type: 'totp' });
      expect(Math.abs(data.expires_at - Date.now() / 1000 - 300)).toBeLessThan(60);
      return data.id;
    };
    const answer = (from: Client, challengeId: string) =>
      from.auth.mfa.verify({ factorId: app.factorId, challengeId, code: codeOf(app.secret, 1) });
    const unknown = { code: 'mfa_factor_not_found', status: 422 };
    expect((await answer(elsewhere, await challenge(app.factorId))).error).toMatchObject(unknown);
    expect((await answer(client, await challenge(other.factorId))).error).toMatchObject(unknown);
    const old = await challenge(app.factorId);
    await portal.database.query(
      `update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = $1`,
      [old],
    );
    expect((await answer(client, old)).error).toMatchObject({
      code: 'mfa_challenge_expired',
      status: 422,
      message: `MFA challenge ${old} has expired, verify against another challenge or create a new challenge.`,
    });
    const fresh = await challenge(app.factorId);
    expect((await answer(client, fresh)).error).toBeNull();
    await forgetCodes(app);
    expect((await answer(client, fresh)).error).toMatchObject(unknown);
  });

  test('takes the code of another app that is set up, and logs no failure', async () => {
    const person = await personWithApp(portal);
    const { factorId } = person.app;
    const second = await addAuthenticator(person.client, 'The new phone');
    const elsewhere = await signInAgain(portal, person);
    const show = (code: string) => elsewhere.auth.mfa.challengeAndVerify({ factorId, code });
    const code = codeOf(second.secret, 1);
    expect((await show(code)).error).toBeNull();
    expect(await levelOf(elsewhere)).toEqual(['aal2', 'aal2']);
    expect((await recorded(person.id)).map(({ action }) => action)).not.toContain('auth.factor_failed');
    // Once. And it sets up no other app.
    const again = await signInAgain(portal, person);
    expect((await again.auth.mfa.challengeAndVerify({ factorId, code })).error).toMatchObject(WRONG);
    const third = await enroll(person.client, 'One more');
    const borrowed = { factorId: third.factorId, code: codeOf(person.app.secret, 1) };
    expect((await person.client.auth.mfa.challengeAndVerify(borrowed)).error).toMatchObject(WRONG);
  });

  test('rejects another user’s app', async () => {
    const person = await personWithApp(portal);
    const { client } = await createPerson(portal);
    const { factorId } = person.app;
    expect((await client.auth.mfa.challenge({ factorId })).error).toMatchObject(GONE);
    expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject(GONE);
    const challenged = await person.client.auth.mfa.challenge({ factorId });
    const challengeId = challenged.data?.id ?? '';
    const code = codeOf(person.app.secret, 1);
    expect((await client.auth.mfa.verify({ factorId, challengeId, code })).error).toMatchObject(GONE);
    expect((await person.client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
  });
});

describe('unenrolling an app', () => {
  test('requires aal2; the last app takes all sessions back to aal1', async () => {
    const person = await personWithApp(portal);
    const { client, app, id, email } = person;
    const [plain, raised] = [await signInAgain(portal, person), await signInAgain(portal, person)];
    await showCode(raised, app, 1);
    expect((await plain.auth.mfa.unenroll({ factorId: app.factorId })).error).toMatchObject({
      code: 'insufficient_aal',
      status: 422,
      message: 'AAL2 required to unenroll verified factor',
    });
    const { data, error } = await client.auth.mfa.unenroll({ factorId: app.factorId });
    expect([data, error]).toEqual([{ id: app.factorId }, null]);
    for (const device of [client, raised]) {
      expect((await device.auth.refreshSession()).error).toBeNull();
      expect(await levelOf(device)).toEqual(['aal1', 'aal1']);
      expect(await methodsOf(device)).toEqual(['password']);
    }
    await portal.mailTo(email, ({ subject }) => subject === 'An authenticator app was removed');
    expect((await recorded(id)).at(-1)).toEqual({ action: 'auth.factor_removed', details: { type: 'totp' } });
  });

  test('keeps the sessions if another app is left', async () => {
    const { client, app } = await personWithApp(portal);
    await addAuthenticator(client, 'other');
    await client.auth.mfa.unenroll({ factorId: app.factorId });
    await client.auth.refreshSession();
    expect(await levelOf(client)).toEqual(['aal2', 'aal2']);
  });

  test('removes an unverified app without aal2 and without a mail', async () => {
    const { client, id } = await createPerson(portal);
    const { factorId } = await enroll(client);
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    expect(await recorded(id)).toEqual([]);
  });
});
