import { beforeAll, describe, expect, test } from 'vitest';
import { addAuthenticator } from '#tests/support/authenticator.ts';
import { createPerson, freshEmail, PASSWORD, type Person, visitor } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { authCall } from '../support/auth-wire.ts';

const portal = portalForFile();
let dana: Person;

beforeAll(async () => {
  dana = await createPerson(portal, { role: 'super', data: { first_name: 'Dana', last_name: 'Lee' } });
});

async function tokenOf({ client }: Pick<Person, 'client'>): Promise<string> {
  const { data } = await client.auth.getSession();
  return data.session?.access_token ?? '';
}

const office = async (path: string, body?: object, person: Pick<Person, 'client'> = dana) =>
  authCall(portal, `office/${path}`, { body: body ?? {}, bearer: await tokenOf(person) });

/** The token in the fragment of a mailed link. */
async function linkTo(page: string, address: string, other = ''): Promise<string> {
  const tokenIn = ({ text = '' }: { text?: string | undefined }) =>
    new RegExp(`/${page}#([0-9a-f]{64})`).exec(text)?.[1] ?? other;
  return tokenIn(await portal.mailTo(address, (sent) => tokenIn(sent) !== other));
}

const inviting = (email: string, role = 'admin') => ({
  email,
  first_name: 'Sam',
  last_name: 'Ortiz',
  role,
});

async function invited(role = 'admin') {
  const email = freshEmail('sam');
  const { status, body } = await office('invitations', inviting(email, role));
  expect(status).toBe(201);
  return { email, id: String(body.id), token: await linkTo('invitation', email) };
}

const accept = (token: string, password = 'cedar-road-1988') =>
  authCall(portal, 'invitation/accept', { body: { token, password } });

describe('an invitation', () => {
  test('is in the language that was chosen, and so is the account', async () => {
    const email = freshEmail('luz');
    expect((await office('invitations', { ...inviting(email), language: 'xx' })).status).toBe(400);
    expect((await office('invitations', { ...inviting(email), language: 'es' })).status).toBe(201);
    const mail = await portal.mailTo(email);
    expect(mail.subject).toContain('Su cuenta');
    expect((await accept(await linkTo('es/invitation', email))).status).toBe(200);
    const profile = await portal.database.query(
      'select language from public.user_profiles where email = $1',
      [email],
    );
    expect(profile).toEqual([{ language: 'es' }]);
  });

  test('creates a staff account when its link is used', async () => {
    const { email, token } = await invited();
    expect(await portal.database.query('select from auth.users where email = $1', [email])).toEqual([]);
    const shown = await authCall(portal, 'invitation', { body: { token } });
    expect(shown.body).toEqual({ email, first_name: 'Sam', last_name: 'Ortiz', role: 'admin' });

    expect((await accept(token, 'short')).body.code).toBe('weak_password');
    const made = await accept(token);
    expect(made.status).toBe(200);
    const { data } = await visitor(portal).auth.signInWithPassword({ email, password: 'cedar-road-1988' });
    const [profile] = await portal.database.query('select * from public.user_profiles where email = $1', [
      email,
    ]);
    expect(profile).toMatchObject({ user_id: data.user?.id, first_name: 'Sam', role: 'admin' });
    expect((await accept(token, 'another-one-1990')).body.code).toBe('otp_expired');
    const told = await portal.mailTo(
      dana.email,
      ({ subject }) => subject === 'Someone was invited to join the staff',
    );
    expect(told.text).toContain(email);
  });

  test('that is resent or withdrawn invalidates the link', async () => {
    const { email, id, token } = await invited('super');
    expect((await office(`invitations/${id}/resend`)).status).toBe(200);
    expect((await accept(token)).body.code).toBe('otp_expired');
    const fresh = await linkTo('invitation', email, token);
    expect((await dana.client.rpc('withdraw_invitation', { invitation_id: id })).error).toBeNull();
    expect((await authCall(portal, 'invitation', { body: { token: fresh } })).body.code).toBe('otp_expired');
    expect((await accept(fresh)).body.code).toBe('otp_expired');
  });

  test('is rejected for clients, for invited addresses, and after it expired', async () => {
    const client = await createPerson(portal);
    const refused = await office('invitations', inviting(client.email));
    expect([refused.status, refused.body.code]).toEqual([422, 'has_account']);
    expect(refused.body.message).toContain('Someone already has an account with this address');
    const { email, token } = await invited();
    expect((await office('invitations', inviting(email))).body.code).toBe('invited_already');
    await portal.database.query('update nutmeg.invitations set expires_at = now() where email = $1', [email]);
    expect((await accept(token)).body.code).toBe('otp_expired');
  });

  test('replaces an unconfirmed sign-up and its password', async () => {
    const email = freshEmail('sam');
    await visitor(portal).auth.signUp({ email, password: 'the-strangers-own' });
    expect((await office('invitations', inviting(email))).status).toBe(201);
    expect((await accept(await linkTo('invitation', email))).status).toBe(200);
    const stranger = await visitor(portal).auth.signInWithPassword({ email, password: 'the-strangers-own' });
    expect(stranger.error?.code).toBe('invalid_credentials');
  });

  test.each(['client', 'admin'])('is invalid when its sender becomes %s, and when restored', async (role) => {
    const other = await createPerson(portal, { role: 'super' });
    const email = freshEmail('sam');
    expect((await office('invitations', inviting(email), other)).status).toBe(201);
    const token = await linkTo('invitation', email);
    const become = (new_role: string) =>
      dana.client.rpc('set_user_role', { target_user_id: other.id, new_role }).throwOnError();
    await become(role);
    expect((await accept(token)).body.code).toBe('otp_expired');
    await become('super');
    expect((await accept(token)).body.code).toBe('otp_expired');
    // The address is free again.
    expect((await office('invitations', inviting(email))).status).toBe(201);
  });

  test('creates one account for concurrent requests', async () => {
    const { token } = await invited();
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test('can be accepted concurrently with others', async () => {
    const people = [await invited(), await invited(), await invited('super')];
    const answers = await Promise.all(people.map(({ token }) => accept(token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

test.each(['admin', 'client', 'visitor'])('%s can’t do any of it', async (role) => {
  const target = await createPerson(portal);
  const asked = async (path: string, body: object) => {
    if (role === 'visitor') return authCall(portal, `office/${path}`, { body });
    return office(path, body, person);
  };
  const person = await createPerson(portal, { role: role === 'admin' ? 'admin' : 'client' });
  const answers = [
    await asked('invitations', inviting(freshEmail())),
    await asked('invitations/00000000-0000-4000-8000-000000000000/resend', {}),
    await asked(`people/${target.id}/email`, { email: freshEmail() }),
    await asked(`people/${target.id}/factors/reset`, {}),
  ];
  const expected = role === 'visitor' ? [401, 'no_authorization'] : [403, 'not_admin'];
  for (const { status, body } of answers) expect([status, body.code]).toEqual(expected);
});

describe('a deactivated account', () => {
  const active = (id: string, yes: boolean) =>
    dana.client.rpc('set_account_active', { target_user_id: id, active: yes });

  test('is rejected by every service until it is reactivated', async () => {
    const person = await createPerson(portal, { role: 'admin' });
    const { client } = person;
    const { data } = await client.auth.getSession();
    const refresh_token = data.session?.refresh_token;
    const bearer = data.session?.access_token ?? '';
    const socket = await joined(person);
    const files = client.storage.from('user-documents');
    const path = `${person.id}/w2.txt`;
    await files.upload(path, 'Wages: 1', { contentType: 'text/plain' });
    const { data: link } = await files.createSignedUrl(path, 60);
    const linked = () => fetch(link?.signedUrl ?? '').then(({ status }) => status);
    expect(await linked()).toBe(200);
    expect((await active(person.id, false)).error).toBeNull();

    expect((await client.from('user_profiles').select()).error?.code).toBe('PGRST301');
    expect((await files.list('')).error).not.toBeNull();
    expect(await linked()).toBe(400);
    expect((await authCall(portal, 'user', { method: 'GET', bearer })).body.code).toBe('session_not_found');
    const refreshed = await authCall(portal, 'token?grant_type=refresh_token', { body: { refresh_token } });
    expect(refreshed.status).toBe(400);
    // The next change closes the channel.
    await portal.database.query('update public.user_profiles set phone = $2 where user_id = $1', [
      person.id,
      '1',
    ]);
    expect(await socket.rejoin()).not.toBe('SUBSCRIBED');

    const signIn = () => visitor(portal).auth.signInWithPassword({ email: person.email, password: PASSWORD });
    expect((await signIn()).error?.code).toBe('user_banned');
    expect((await active(person.id, true)).error).toBeNull();
    expect((await signIn()).error).toBeNull();
    const [{ actions } = { actions: [] }] = await portal.database.query<{ actions: string[] }>(
      `select array_agg(action order by id) as actions from public.audit_log
       where subject_id = $1 and actor_id = $2 and action like 'account.%'`,
      [person.id, dana.id],
    );
    expect(actions).toEqual(['account.deactivated', 'account.reactivated']);
  });

  test('is rejected even with a session that was created concurrently', async () => {
    const { id, client } = await createPerson(portal);
    await portal.database.query(
      `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      [id],
    );
    expect((await client.from('user_profiles').select()).error?.code).toBe('PGRST301');
  });

  test('can’t be the own account', async () => {
    expect((await active(dana.id, false)).error?.code).toBe('23514');
  });
});

/** Joins a channel; `rejoin` joins again with the current token. */
async function joined({ client }: Person) {
  const join = () =>
    new Promise<string>((resolve) => {
      client
        .channel(`people-${Math.random()}`)
        .on('postgres_changes', { event: '*', schema: 'public', table: 'file_uploads' }, () => undefined)
        .subscribe((state) => {
          if (state !== 'CLOSED') resolve(state);
        }, 5000);
    });
  expect(await join()).toBe('SUBSCRIBED');
  return { rejoin: join };
}

describe('sessions', () => {
  test('of a user can be listed and ended', async () => {
    const person = await createPerson(portal);
    await visitor(portal).auth.signInWithPassword({ email: person.email, password: PASSWORD });
    const seen = () => dana.client.rpc('signed_in_people', { person: person.id });
    const { data } = await seen();
    expect(data).toHaveLength(2);
    expect(data?.[0]).toMatchObject({ email: person.email, role: 'client', is_current: false });
    await dana.client.rpc('end_sessions_of', {
      target_user_id: person.id,
      target_session_id: data?.[0].session_id,
    });
    expect((await seen()).data).toHaveLength(1);
    await dana.client.rpc('end_sessions_of', { target_user_id: person.id });
    expect((await seen()).data).toEqual([]);
    expect((await person.client.from('user_profiles').select()).error?.code).toBe('PGRST301');
  });

  test('are listed in pages', async () => {
    const [{ count } = { count: 0 }] = await portal.database.query<{ count: number }>(
      `select count(*)::int as count from auth.sessions s join public.user_profiles p on p.user_id = s.user_id
       where auth.session_lives(s)`,
    );
    // Those of the other tests are there, too.
    const page_size = Math.min(100, Math.max(3, Math.ceil(count / 10)));
    const own = new Set<string>();
    let before: { before_used_at?: string; before_id?: string } = {};
    for (;;) {
      const { data } = await dana.client.rpc('signed_in_people', { page_size, ...before });
      for (const { session_id } of data ?? []) {
        expect(own.has(session_id)).toBe(false);
        own.add(session_id);
      }
      const last = data?.at(-1);
      if (!last || (data?.length ?? 0) < page_size) break;
      before = { before_used_at: last.last_used_at, before_id: last.session_id };
    }
    expect(own.size).toBe(count);
  });
});

describe('second factor', () => {
  test('can be reset by a super user, with mails to the person and, for staff, to all super users', async () => {
    const person = await createPerson(portal);
    await addAuthenticator(person.client);
    await portal.database.query(`select public.change_role($1, 'admin', null)`, [person.id]);
    const { status, body } = await office(`people/${person.id}/factors/reset`);
    expect([status, body]).toEqual([200, { factors: 1 }]);
    await portal.mailTo(person.email, ({ subject }) => subject === 'Your authenticator app was reset');
    const told = await portal.mailTo(dana.email, ({ subject }) =>
      Boolean(subject?.startsWith('A staff member’s authenticator app')),
    );
    expect(told.text).toContain('Dana Lee');
    const [entry] = await portal.database.query(
      `select actor_id, subject_id from public.audit_log where action = 'auth.factors_reset' order by id desc limit 1`,
    );
    expect(entry).toEqual({ actor_id: dana.id, subject_id: person.id });
    expect((await office(`people/${dana.id}/factors/reset`)).body.code).toBe('validation_failed');
  });
});

describe('a corrected address', () => {
  async function corrected(wanted: { role?: 'client' | 'admin' } = {}) {
    const person = await createPerson(portal, wanted);
    const email = freshEmail('corrected');
    expect((await office(`people/${person.id}/email`, { email })).status).toBe(200);
    await portal.mailTo(person.email, ({ subject }) => subject === 'Your email address is about to change');
    return { person, email, token: await linkTo('confirm-address', email) };
  }
  const confirm = (token: string) => authCall(portal, 'email-correction', { body: { token } });
  const signIn = (email: string) => visitor(portal).auth.signInWithPassword({ email, password: PASSWORD });

  test('changes with the link, ends all sessions and notifies the old address', async () => {
    const { person, email, token } = await corrected();
    expect((await signIn(person.email)).error).toBeNull();
    const { status, body } = await confirm(token);
    expect([status, body]).toEqual([200, { email }]);
    expect((await person.client.from('user_profiles').select()).error?.code).toBe('PGRST301');
    expect((await signIn(person.email)).error?.code).toBe('invalid_credentials');
    expect((await signIn(email)).data.user?.id).toBe(person.id);
    await portal.mailTo(person.email, ({ subject }) => subject === 'Your email address was changed');
    const { data } = await dana.client.rpc('find_people', { term: email });
    expect(data).toMatchObject([{ user_id: person.id, new_email: null }]);
  });

  test('can be canceled by a new password, by the office, or when the super user is removed', async () => {
    const one = await corrected();
    expect((await one.person.client.auth.updateUser({ password: 'another-one-1990' })).error).toBeNull();
    expect((await confirm(one.token)).body.code).toBe('otp_expired');

    const two = await corrected();
    const { data } = await dana.client.rpc('find_people', { person: two.person.id });
    expect(data?.[0].new_email).toBe(two.email);
    await dana.client.rpc('withdraw_email_correction', { target_user_id: two.person.id });
    expect((await confirm(two.token)).body.code).toBe('otp_expired');

    const other = await createPerson(portal, { role: 'super' });
    const target = await createPerson(portal);
    const email = freshEmail('corrected');
    await office(`people/${target.id}/email`, { email }, other);
    const token = await linkTo('confirm-address', email);
    for (const active of [false, true]) {
      await dana.client.rpc('set_account_active', { target_user_id: other.id, active }).throwOnError();
      expect((await confirm(token)).body.code).toBe('otp_expired');
    }

    const three = await corrected();
    for (const active of [false, true])
      await dana.client.rpc('set_account_active', { target_user_id: three.person.id, active }).throwOnError();
    expect((await confirm(three.token)).body.code).toBe('otp_expired');
  });

  test('for staff notifies all super users; taken and own addresses are rejected', async () => {
    const { person } = await corrected({ role: 'admin' });
    const told = await portal.mailTo(
      dana.email,
      ({ subject, text }) =>
        /staff member’s email address is about to change/.test(subject ?? '') &&
        !!text?.includes(person.email),
    );
    expect(told.text).toContain('Dana Lee');
    expect((await office(`people/${person.id}/email`, { email: dana.email })).body.code).toBe(
      'address_taken',
    );
    expect((await office(`people/${person.id}/email`, { email: person.email })).body.code).toBe(
      'validation_failed',
    );
    expect((await office(`people/${dana.id}/email`, { email: freshEmail() })).body.code).toBe(
      'validation_failed',
    );
  });
});

test('people can be searched by name and address, in pages', async () => {
  const tag = `q${Math.random().toString(36).slice(2, 10)}`;
  for (const n of [1, 2, 3, 4, 5]) {
    await createPerson(portal, {
      email: `${tag}-${n}@example.com`,
      data: { first_name: 'Núñez', last_name: tag },
    });
  }
  const found: string[] = [];
  let before: { before_created_at?: string; before_id?: string } = {};
  for (;;) {
    const { data } = await dana.client.rpc('find_people', { term: `nunez ${tag}`, page_size: 2, ...before });
    found.push(...(data ?? []).map(({ email }: { email: string }) => email));
    const last = data?.at(-1);
    if (!last || (data?.length ?? 0) < 2) break;
    before = { before_created_at: last.created_at, before_id: last.id };
  }
  expect(found).toEqual([5, 4, 3, 2, 1].map((n) => `${tag}-${n}@example.com`));
});
