import { describe, expect, test } from 'vitest';
import { createPerson, freshEmail, memoryStorage, PASSWORD, visitor } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { codeIn, follow, fragmentOf, linkIn, tokenIn } from '../support/auth-wire.ts';
import { proveMailbox } from '../support/mail-proof.ts';
import { afterBackgroundTask } from '../support/mail-requests.ts';

const portal = portalForFile();
/** Moves the sign-in to yesterday. */
const ageSessions = (userId: string) =>
  portal.database.query(
    `update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`,
    [userId],
  );

const mailsTo = async (email: string) =>
  (await portal.database.query('select from public.email_queue where to_email = $1', [email])).length;

describe('data', () => {
  test('is merged key by key; null removes a key', async () => {
    const { client } = await createPerson(portal, { data: { first_name: 'Maria', phone: '1', note: 'x' } });
    const { data, error } = await client.auth.updateUser({
      data: { phone: '2', note: null, new: { a: [1] } },
    });
    expect(error).toBeNull();
    const expected = { first_name: 'Maria', phone: '2', new: { a: [1] } };
    expect(data.user?.user_metadata).toEqual(expected);
    expect((await client.auth.getUser()).data.user?.user_metadata).toEqual(expected);
    await client.auth.refreshSession();
    expect((await client.auth.getClaims()).data?.claims.user_metadata).toEqual(expected);
  });

  test('has a maximum size', async () => {
    const { client } = await createPerson(portal);
    const step = (name: string) => client.auth.updateUser({ data: { [name]: 'x'.repeat(1500) } });
    expect((await step('one')).error).toBeNull();
    expect((await step('two')).error).toBeNull();
    expect((await step('three')).error?.code).toBe('validation_failed');
    expect((await client.auth.getUser()).error).toBeNull();
  });
});

describe('a new password', () => {
  test('ends the other sessions and sends a mail', async () => {
    const { client, email, id } = await createPerson(portal);
    const elsewhere = visitor(portal);
    await elsewhere.auth.signInWithPassword({ email, password: PASSWORD });
    await visitor(portal).auth.resetPasswordForEmail(email);
    const reset = await portal.mailTo(email);

    expect((await client.auth.updateUser({ password: 'a-new-password' })).error).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await elsewhere.auth.refreshSession()).error?.name).toBe('AuthSessionMissingError');
    const old = await visitor(portal).auth.verifyOtp({ type: 'recovery', token_hash: tokenIn(reset) });
    expect(old.error?.code).toBe('otp_expired');
    await portal.mailTo(email, (mail) => mail.subject === 'Your password was changed');
    const recorded = `select details from public.audit_log where subject_id = $1 and action = 'auth.password_changed'`;
    expect(await portal.database.query(recorded, [id])).toEqual([{ details: {} }]);
  });

  test('must be new, long enough and not common', async () => {
    const { client } = await createPerson(portal);
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject({
      code: 'same_password',
      status: 422,
      message: 'New password should be different from the old password.',
    });
    expect((await client.auth.updateUser({ password: '12345' })).error).toMatchObject({
      code: 'weak_password',
      status: 422,
      message: 'Password should be at least 6 characters.',
      reasons: ['length'],
    });
    expect((await client.auth.updateUser({ password: '123456' })).error).toMatchObject({
      code: 'weak_password',
      status: 422,
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
      reasons: ['pwned'],
    });
    expect((await client.auth.updateUser({ password: 'maple4' })).error).toBeNull();
  });

  test('requires reauthentication in an old session', async () => {
    const { client, id, email } = await createPerson(portal);
    await ageSessions(id);
    const password = 'a-new-password';
    // The response does not reveal whether the guess is the current password.
    for (const nonce of [undefined, '000000']) {
      const guess = await client.auth.updateUser({ password: PASSWORD, ...(nonce ? { nonce } : {}) });
      expect(guess.error?.code).toMatch(/^reauthentication_/);
    }
    expect((await client.auth.updateUser({ password })).error).toMatchObject({
      code: 'reauthentication_needed',
      status: 400,
    });
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const nonce = codeIn(await portal.mailTo(email));
    const wrong = nonce === '000000' ? '000001' : '000000';
    expect((await client.auth.updateUser({ password, nonce: wrong })).error).toMatchObject({
      code: 'reauthentication_not_valid',
      status: 422,
    });
    expect((await client.auth.updateUser({ password, nonce })).error).toBeNull();
    const elsewhere = visitor(portal);
    await elsewhere.auth.signInWithPassword({ email, password });
    const again = await elsewhere.auth.updateUser({ password: 'yet-another-one', nonce });
    expect(again.error?.code).toBe('reauthentication_not_valid');
  });

  test('rejects another user’s code', async () => {
    const [one, two] = [await createPerson(portal), await createPerson(portal)];
    await two.client.auth.reauthenticate();
    const nonce = codeIn(await portal.mailTo(two.email));
    const { error } = await one.client.auth.updateUser({ password: 'a-new-password', nonce });
    expect(error?.code).toBe('reauthentication_not_valid');
  });
});

describe('a new email address', () => {
  test('takes effect with the link; the old address is notified', async () => {
    const { client, id, email } = await createPerson(portal);
    await proveMailbox(portal, { client, email });
    const newEmail = freshEmail('moved');
    const { data, error } = await client.auth.updateUser({ email: newEmail.toUpperCase() });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, new_email: newEmail });
    const signIn = (address: string) =>
      visitor(portal).auth.signInWithPassword({ email: address, password: PASSWORD });
    expect((await signIn(newEmail)).error?.code).toBe('invalid_credentials');
    await visitor(portal).auth.resetPasswordForEmail(email);
    const reset = await portal.mailTo(email, (mail) => mail.subject === 'Choose a new password');

    const page = await follow(linkIn(await portal.mailTo(newEmail)));
    expect([page.pathname, fragmentOf(page).type]).toEqual(['/open-link', 'email_change']);
    expect((await signIn(newEmail)).data.user?.id).toBe(id);
    expect((await signIn(email)).error?.code).toBe('invalid_credentials');
    const { user } = (await client.auth.getUser()).data;
    expect(user?.email).toBe(newEmail);
    expect(user?.new_email).toBeUndefined();
    expect(user?.identities?.[0]?.identity_data).toMatchObject({ email: newEmail, email_verified: true });
    expect(
      await portal.database.query('select email from public.user_profiles where user_id = $1', [id]),
    ).toEqual([{ email: newEmail }]);

    const late = await visitor(portal).auth.verifyOtp({ type: 'recovery', token_hash: tokenIn(reset) });
    expect(late.error?.code).toBe('otp_expired');
    for (const subject of ['Someone asked to change your email address', 'Your email address was changed']) {
      expect((await portal.mailTo(email, (mail) => mail.subject === subject)).text).not.toContain(newEmail);
    }
  });

  test('isn’t changed again with what proved access to the old mailbox', async () => {
    const { client, email } = await createPerson(portal);
    await proveMailbox(portal, { client, email });
    const newEmail = freshEmail('moved');
    await client.auth.updateUser({ email: newEmail });
    const { access_token = '', refresh_token = '' } = fragmentOf(
      await follow(linkIn(await portal.mailTo(newEmail))),
    );
    const change = (by: typeof client) => by.auth.updateUser({ email: freshEmail('thief') });
    expect((await change(client)).error?.code).toBe('reauthentication_needed');
    const owner = visitor(portal);
    await owner.auth.setSession({ access_token, refresh_token });
    expect((await change(owner)).error).toBeNull();
  });

  test('works with the code, after resend, and with PKCE', async () => {
    const { client, email } = await createPerson(portal);
    await proveMailbox(portal, { client, email });
    const newEmail = freshEmail('moved');
    await client.auth.updateUser({ email: newEmail });
    const first = await portal.mailTo(newEmail);
    expect((await client.auth.resend({ type: 'email_change', email })).error).toBeNull();
    const second = await portal.mailTo(newEmail, (mail) => tokenIn(mail) !== tokenIn(first));
    const { data, error } = await client.auth.verifyOtp({
      type: 'email_change',
      email: newEmail,
      token: codeIn(second),
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(newEmail);

    const pkce = visitor(portal, { flowType: 'pkce', storage: memoryStorage() });
    await pkce.auth.signInWithPassword({ email: newEmail, password: PASSWORD });
    await proveMailbox(portal, { client: pkce, email: newEmail });
    const third = freshEmail('moved');
    await pkce.auth.updateUser({ email: third }, { emailRedirectTo: `${portal.url}/account` });
    const page = await follow(linkIn(await portal.mailTo(third)));
    const exchanged = await pkce.auth.exchangeCodeForSession(page.searchParams.get('code') ?? '');
    expect(exchanged.data.user?.email).toBe(third);
  });

  test('requires the code sent to the current address before it reveals anything', async () => {
    const [one, two] = [await createPerson(portal), await createPerson(portal)];
    const { client, email } = one;
    const newEmail = freshEmail('moved');
    for (const wanted of [newEmail, two.email]) {
      expect((await client.auth.updateUser({ email: wanted })).error).toMatchObject({
        code: 'reauthentication_needed',
        status: 400,
        message: 'Email update requires reauthentication',
      });
    }
    expect((await client.auth.updateUser({ email })).error).toBeNull();
    expect((await client.auth.updateUser({ data: { first_name: 'Ana' } })).error).toBeNull();
    await client.auth.reauthenticate();
    const nonce = codeIn(await portal.mailTo(email));
    const wrong = nonce === '000000' ? '000001' : '000000';
    expect((await client.auth.updateUser({ email: newEmail, nonce: wrong })).error?.code).toBe(
      'reauthentication_not_valid',
    );
    const { data, error } = await client.auth.updateUser({ email: newEmail, nonce });
    expect([error, data.user?.new_email]).toEqual([null, newEmail]);
  });

  test('is canceled by a new password', async () => {
    for (const by of ['session', 'reset link'] as const) {
      const { client, id, email } = await createPerson(portal);
      await proveMailbox(portal, { client, email });
      const theirs = freshEmail('thief');
      await client.auth.updateUser({ email: theirs });
      const mail = await portal.mailTo(theirs);
      const owner = by === 'session' ? client : visitor(portal);
      if (by === 'reset link') {
        await owner.auth.resetPasswordForEmail(email);
        const reset = await portal.mailTo(email, ({ subject }) => subject === 'Choose a new password');
        await owner.auth.verifyOtp({ type: 'recovery', token_hash: tokenIn(reset) });
      }
      const { data, error } = await owner.auth.updateUser({ password: 'a-new-password' });
      expect([error, data.user?.new_email, data.user?.email_change_sent_at]).toEqual([
        null,
        undefined,
        undefined,
      ]);
      const resend = () => visitor(portal).auth.resend({ type: 'email_change', email });
      expect((await afterBackgroundTask(portal, id, resend)).error).toBeNull();
      expect(await mailsTo(theirs)).toBe(1);
      expect(fragmentOf(await follow(linkIn(mail)))).toMatchObject({ error_code: 'otp_expired' });
    }
  });

  test('can’t be resent after a day', async () => {
    const { client, id, email } = await createPerson(portal);
    await proveMailbox(portal, { client, email });
    const newEmail = freshEmail('moved');
    await client.auth.updateUser({ email: newEmail });
    await portal.database.query(
      `update auth.users set email_change_sent_at = now() - interval '25 hours' where id = $1`,
      [id],
    );
    const resend = () => client.auth.resend({ type: 'email_change', email });
    expect((await afterBackgroundTask(portal, id, resend)).error).toBeNull();
    expect(await mailsTo(newEmail)).toBe(1);
  });

  test('must not be taken', async () => {
    const [one, two] = [await createPerson(portal), await createPerson(portal)];
    await proveMailbox(portal, one);
    expect((await one.client.auth.updateUser({ email: two.email })).error).toMatchObject({
      code: 'email_exists',
      status: 422,
      message: 'A user with this email address has already been registered',
    });
    const wanted = freshEmail('wanted');
    await one.client.auth.updateUser({ email: wanted });
    const mail = await portal.mailTo(wanted);
    await createPerson(portal, { email: wanted });
    expect(fragmentOf(await follow(linkIn(mail)))).toMatchObject({ error_code: 'email_exists' });
    expect((await one.client.auth.getUser()).data.user?.email).toBe(one.email);
  });
});
