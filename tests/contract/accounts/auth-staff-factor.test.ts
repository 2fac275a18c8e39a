import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAuthenticator, codeOf, enroll } from '#tests/support/authenticator.ts';
import { createPerson, freshEmail, insertPerson, PASSWORD, visitor } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { codeIn, tokenIn } from '../support/auth-wire.ts';
import { signInAgain } from '../support/factors.ts';
import { isCodeMail, proveMailbox } from '../support/mail-proof.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ env: { STAFF_MFA: 'required' } });
});
afterAll(() => portal?.close());

test.each(['admin', 'super'] as const)(
  'the password of an %s alone can’t set up a first factor',
  async (role) => {
    const { client, id } = await createPerson(portal, { role });
    const { error } = await client.auth.mfa.enroll({ factorType: 'totp' });
    expect(error).toMatchObject({ code: 'reauthentication_needed', status: 403 });
    const factors = 'select id from auth.mfa_factors where user_id = $1';
    expect(await portal.database.query(factors, [id])).toEqual([]);
  },
);

test('the code from the mail sets it up, and the owner is notified', async () => {
  const person = await createPerson(portal, { role: 'admin' });
  const wrong = await person.client.auth.updateUser({ nonce: '00000000' });
  expect(wrong.error?.code).toBe('reauthentication_not_valid');
  await proveMailbox(portal, person);
  await addAuthenticator(person.client);
  expect((await person.client.rpc('is_staff')).data).toBe(true);
  const told = await portal.mailTo(
    person.email,
    ({ subject }) => subject === 'An authenticator app was added',
  );
  expect(told.text).toContain('If it wasn’t you');
});

test('a session from an emailed link needs no other code', async () => {
  const email = freshEmail('admin');
  await insertPerson(portal, { email, role: 'admin' });
  const client = visitor(portal);
  await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
  const token_hash = tokenIn(await portal.mailTo(email));
  expect((await client.auth.verifyOtp({ type: 'magiclink', token_hash })).error).toBeNull();
  await addAuthenticator(client);
  expect((await client.rpc('is_staff')).data).toBe(true);
});

test('the mail counts for its own session only, and for an hour', async () => {
  const person = await createPerson(portal, { role: 'admin' });
  await proveMailbox(portal, person);
  const thief = await signInAgain(portal, person);
  expect((await thief.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('reauthentication_needed');
  await portal.database.query(
    `update auth.sessions set amr = (
       select jsonb_agg(proof || jsonb_build_object('timestamp', (proof ->> 'timestamp')::bigint - 3700))
       from jsonb_array_elements(amr) as proof
     ) where user_id = $1`,
    [person.id],
  );
  const late = await person.client.auth.mfa.enroll({ factorType: 'totp' });
  expect(late.error?.code).toBe('reauthentication_needed');
});

test('setup that began before a user became staff can’t be finished with the password alone', async () => {
  const { client, id } = await createPerson(portal);
  const app = await enroll(client);
  await portal.database.query(`select public.change_role($1, 'admin', null)`, [id]);
  const { error } = await client.auth.mfa.challengeAndVerify({
    factorId: app.factorId,
    code: codeOf(app.secret),
  });
  expect(error?.code).toBe('reauthentication_needed');
});

test('clients set up their factor as before', async () => {
  const { client } = await createPerson(portal);
  await addAuthenticator(client);
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
});

test('a stolen password can’t get past the mailbox by changing the address', async () => {
  const { email } = await createPerson(portal, { role: 'admin' });
  const thief = visitor(portal);
  await thief.auth.signInWithPassword({ email, password: PASSWORD });
  const { error } = await thief.auth.updateUser({ email: freshEmail('thief') });
  expect(error?.code).toBe('reauthentication_needed');
  await thief.auth.reauthenticate();
  expect(codeIn(await portal.mailTo(email, isCodeMail))).toMatch(/^\d{8}$/);
});
