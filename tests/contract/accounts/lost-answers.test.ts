import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { addAuthenticator, codeOf, enroll } from '#tests/support/authenticator.ts';
import { createPerson, freshEmail, PASSWORD, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { type Answer, authCall, codeIn } from '../support/auth-wire.ts';
import { bearerOf, signInAgain } from '../support/factors.ts';

const portal = portalForFile();
interface Case {
  email: string;
  /** Sends the call. The first answer is lost, so the person sends it again. */
  call: () => Promise<Answer>;
  /** Whether the person has what they wanted. */
  isDone: () => Promise<boolean>;
  /** Of the second answer, if it is not a success. The app, or supabase-js, takes it as done. */
  code?: string;
}

const post = (path: string, bearer: string, body: object = {}) => authCall(portal, path, { bearer, body });

/** A session of the answer works. */
async function works({ body }: Answer): Promise<boolean> {
  const bearer = String(body.access_token);
  return (await authCall(portal, 'user', { method: 'GET', bearer })).status === 200;
}

async function withBearer(): Promise<Person & { bearer: string }> {
  const person = await createPerson(portal);
  return { ...person, bearer: await bearerOf(person.client) };
}

async function withApp() {
  const person = await createPerson(portal);
  const app = await addAuthenticator(person.client);
  return { ...person, app, bearer: await bearerOf(person.client) };
}

async function challenge(bearer: string, factorId: string): Promise<string> {
  return String((await post(`factors/${factorId}/challenge`, bearer)).body.id);
}

const enters = async (bearer: string, factorId: string, code: string) =>
  post(`factors/${factorId}/verify`, bearer, { challenge_id: await challenge(bearer, factorId), code });

async function newRecoveryCode(bearer: string): Promise<string> {
  return ((await post('factors/recovery-codes', bearer)).body.codes as string[])[0] ?? '';
}

const logsIn = async (email: string, password: string) =>
  (await authCall(portal, 'token?grant_type=password', { body: { email, password } })).status === 200;

const calls = {
  'a login': async () => {
    const { email } = await createPerson(portal);
    const call = () => authCall(portal, 'token?grant_type=password', { body: { email, password: PASSWORD } });
    return { email, call, isDone: async () => works(await call()) };
  },
  'a renewal': async () => {
    const { client, email } = await createPerson(portal);
    const refresh_token = (await client.auth.getSession()).data.session?.refresh_token;
    const call = () => authCall(portal, 'token?grant_type=refresh_token', { body: { refresh_token } });
    return { email, call, isDone: async () => works(await call()) };
  },
  'a new password': async () => {
    const { bearer, email } = await withBearer();
    const body = { password: 'three green cats' };
    const call = () => authCall(portal, 'user', { method: 'PUT', bearer, body });
    return { email, call, isDone: () => logsIn(email, body.password) };
  },
  'a code from a mail': async () => {
    const { bearer, email } = await withBearer();
    await authCall(portal, 'reauthenticate', { method: 'GET', bearer });
    const nonce = codeIn(await portal.mailTo(email));
    const call = () => authCall(portal, 'user', { method: 'PUT', bearer, body: { nonce } });
    return { email, call, isDone: async () => (await call()).status === 200 };
  },
  'an app that is set up': async () => {
    const { bearer, client, email } = await withBearer();
    const { factorId, secret } = await enroll(client);
    const code = codeOf(secret);
    let last: Answer | undefined;
    const call = async () => (last = await enters(bearer, factorId, code));
    return { email, call, isDone: async () => last !== undefined && works(last) };
  },
  'a code of an app': async () => {
    const person = await withApp();
    const { email } = person;
    const bearer = await bearerOf(await signInAgain(portal, person));
    const { factorId, secret } = person.app;
    const code = codeOf(secret, 1);
    let last: Answer | undefined;
    const call = async () => (last = await enters(bearer, factorId, code));
    return { email, call, isDone: async () => last !== undefined && works(last) };
  },
  'a recovery code': async () => {
    const person = await withApp();
    const { email } = person;
    const code = await newRecoveryCode(person.bearer);
    const bearer = await bearerOf(await signInAgain(portal, person));
    let last: Answer | undefined;
    const call = async () => (last = await post('factors/recovery-codes/verify', bearer, { code }));
    return { email, call, isDone: async () => last !== undefined && works(last) };
  },
  'an app that is removed': async () => {
    const { bearer, app, client, email } = await withApp();
    const call = () => authCall(portal, `factors/${app.factorId}`, { method: 'DELETE', bearer });
    const isDone = async () => (await client.auth.mfa.listFactors()).data?.totp.length === 0;
    return { email, call, isDone, code: 'mfa_factor_not_found' };
  },
  'recovery codes that are made': async () => {
    const { bearer, email } = await withApp();
    const call = () => post('factors/recovery-codes', bearer);
    const isDone = async () => (await post('factors/recovery-codes/regenerate', bearer)).status === 200;
    return { email, call, isDone, code: 'mfa_verified_factor_exists' };
  },
  'a logout': async () => {
    const { bearer, email } = await withBearer();
    const call = () => post('logout?scope=local', bearer);
    return {
      email,
      call,
      isDone: async () => !(await works(await authOf(bearer))),
      code: 'session_not_found',
    };
  },
  'a logout of other devices': async () => {
    const person = await withBearer();
    const { email } = person;
    const other = await bearerOf(await signInAgain(portal, person));
    const call = () => post('logout?scope=others', person.bearer);
    return { email, call, isDone: async () => !(await works(await authOf(other))) };
  },
  'an invitation that is accepted': async () => {
    const [token, email] = [newToken(), freshEmail('invited')];
    const boss = await createPerson(portal, { role: 'super' });
    await portal.database.query(
      `insert into nutmeg.invitations (email, first_name, last_name, role, token_hash, invited_by, language, expires_at)
       values ($1, 'Sam', 'Ortiz', 'admin', sha256($2::bytea), $3, 'en', now() + interval '1 day')`,
      [email, token, boss.id],
    );
    const call = () =>
      authCall(portal, 'invitation/accept', { body: { token, password: 'three green cats' } });
    return { email, call, isDone: () => logsIn(email, 'three green cats') };
  },
  'an address that is corrected': async () => {
    const { id } = await createPerson(portal);
    const [token, email] = [newToken(), freshEmail('corrected')];
    const boss = await createPerson(portal, { role: 'super' });
    await portal.database.query(
      `insert into nutmeg.email_corrections (user_id, email, token_hash, asked_by, expires_at)
       values ($1, $2, sha256($3::bytea), $4, now() + interval '1 day')`,
      [id, email, token, boss.id],
    );
    const call = () => authCall(portal, 'email-correction', { body: { token } });
    return { email, call, isDone: () => logsIn(email, PASSWORD) };
  },
};

/** An answer with this token. */
const authOf = async (bearer: string): Promise<Answer> => ({
  status: 200,
  headers: new Headers(),
  body: { access_token: bearer },
});

const newToken = () => randomBytes(32).toString('hex');

async function mailsTo(email: string): Promise<number> {
  return (await portal.database.query('select from public.email_queue where to_email = $1', [email])).length;
}

test.each(Object.entries<() => Promise<Case>>(calls))(
  '%s whose answer is lost can be sent again',
  async (_, prepare) => {
    const { email, call, isDone, code } = await prepare();
    expect((await call()).status).toBeLessThan(300);
    const mails = await mailsTo(email);
    const again = await call();
    if (code === undefined) expect(again.status).toBeLessThan(300);
    else expect(again.body.code).toBe(code);
    expect(await isDone()).toBe(true);
    expect(await mailsTo(email)).toBe(mails);
  },
);

test('a code, a password, or a link of another session or person is refused as before', async () => {
  const person = await withApp();
  const elsewhere = await bearerOf(await signInAgain(portal, person));
  const { factorId, secret } = person.app;
  const used = codeOf(secret, 1);
  expect((await enters(person.bearer, factorId, used)).status).toBe(200);
  expect((await enters(elsewhere, factorId, used)).body.code).toBe('mfa_verification_failed');
  const code = await newRecoveryCode(person.bearer);
  expect((await post('factors/recovery-codes/verify', person.bearer, { code })).status).toBe(200);
  expect((await post('factors/recovery-codes/verify', elsewhere, { code })).body.code).toBe(
    'mfa_verification_failed',
  );
  const other = await withBearer();
  const same = { method: 'PUT', bearer: other.bearer, body: { password: PASSWORD } };
  expect((await authCall(portal, 'user', same)).body.code).toBe('same_password');
});
