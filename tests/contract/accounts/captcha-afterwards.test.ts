import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { forgedPass, signedPass } from '#tests/support/captcha.ts';
import { createPerson, freshEmail, PASSWORD, visitor } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

/** A spent pass still allows checking the login status and confirming the appointment. */
const portal = portalForFile('visitors');
describe('login status', () => {
  const ask = (email: string, pass?: string) => {
    const call = visitor(portal).rpc('check_user_login_status', { user_email: email });
    return pass === undefined ? call : call.setHeader('x-captcha-pass', pass);
  };

  test.each(['login', 'signup'] as const)('is available three times with a pass for %s', async (action) => {
    const pass = await signedPass(action);
    for (let time = 1; time <= 3; time += 1) expect((await ask(freshEmail(), pass)).error).toBeNull();
    const fourth = await ask(freshEmail(), pass);
    expect([fourth.status, fourth.error?.code]).toEqual([401, '42501']);
  });

  test('is available three times for concurrent requests', async () => {
    const pass = await signedPass('login');
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(freshEmail(), pass)));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(3);
  });

  test('counts an answer that the request doesn’t accept', async () => {
    const pass = await signedPass('login');
    for (let time = 1; time <= 3; time += 1) {
      const { error } = await ask(freshEmail(), pass).setHeader('prefer', 'handling=strict, max-affected=0');
      expect(error?.code).toBe('PGRST124');
    }
    expect((await ask(freshEmail(), pass)).error?.code).toBe('42501');
  });

  test('answers one object', async () => {
    const { data } = await ask(freshEmail(), await signedPass('login')).single();
    expect(data).toEqual({ profile_exists: false, profile_confirmed: false, is_legacy: false });
  });

  test('can’t be filtered, sorted, or cast', async () => {
    const pass = await signedPass('login');
    for (const shaped of [
      ask(freshEmail(), pass).is('profile_exists', true).maybeSingle(),
      ask(freshEmail(), pass).order('is_legacy'),
      ask(freshEmail(), pass).select('profile_exists::text'),
    ])
      expect((await shaped).error?.code).toBe('PGRST127');
    expect((await ask(freshEmail(), pass).select('is_legacy')).data).toEqual([{ is_legacy: false }]);
  });

  test('works with a spent pass and does not spend one', async () => {
    const { email } = await createPerson(portal);
    const pass = await signedPass('login');
    const login = () =>
      visitor(portal).auth.signInWithPassword({ email, password: PASSWORD, options: { captchaToken: pass } });
    expect((await ask(email, pass)).error).toBeNull();
    expect((await login()).error).toBeNull();
    expect((await ask(email, pass)).error).toBeNull();
    expect((await login()).error?.code).toBe('captcha_failed');
  });

  test('requires a pass', async () => {
    const { email } = await createPerson(portal);
    for (const pass of [
      undefined,
      'x',
      await signedPass('appointment'),
      await signedPass('contact'),
      await forgedPass({ action: 'login', secondsLeft: -1 }),
      await forgedPass({ action: 'login', masterKey: Buffer.alloc(32, 9).toString('base64') }),
    ]) {
      const { error, data } = await ask(email, pass);
      expect([error?.code, data]).toEqual(['42501', null]);
    }
  });

  test('says whether there is an account, a confirmation and a legacy client', async () => {
    const { email: confirmed } = await createPerson(portal);
    const [unconfirmed, old, unknown] = [freshEmail(), freshEmail(), freshEmail()];
    await visitor(portal).auth.signUp({
      email: unconfirmed,
      password: PASSWORD,
      options: { captchaToken: await signedPass('signup') },
    });
    await portal.database.query('insert into public.legacy_emails (email) values ($1)', [old]);
    const answer = async (email: string) => {
      const pass = await signedPass('login');
      return (await ask(email, pass).single()).data;
    };
    const nothing = { profile_exists: false, profile_confirmed: false, is_legacy: false };
    expect(await answer(` ${confirmed.toUpperCase()} `)).toEqual({
      ...nothing,
      profile_exists: true,
      profile_confirmed: true,
    });
    expect(await answer(unconfirmed)).toEqual({ ...nothing, profile_exists: true });
    expect(await answer(old)).toEqual({ ...nothing, is_legacy: true });
    expect(await answer(unknown)).toEqual(nothing);
  });
});

describe('confirming an appointment', () => {
  const row = { name: 'Ana', email: 'ana@example.com', phone: '+12035550100', status: 'pending' };
  const DONE = { status: 'confirmed', calendly_completed: true };

  async function booked(pass: string): Promise<string> {
    const { data, error } = await visitor(portal)
      .from('appointments')
      .insert(row)
      .select('id')
      .single()
      .setHeader('x-captcha-pass', pass);
    if (error) throw error;
    return data.id;
  }
  const change = (id: string, pass: string, values: object = DONE) =>
    visitor(portal)
      .from('appointments')
      .update(values)
      .eq('id', id)
      .select('id, status, calendly_completed')
      .setHeader('x-captcha-pass', pass);
  const stored = async (id: string) =>
    (
      await portal.database.query(
        'select status, calendly_completed from public.appointments where id = $1',
        [id],
      )
    )[0];

  test('works once with its pass', async () => {
    const pass = await signedPass('appointment');
    const id = await booked(pass);
    expect((await change(id, pass)).data).toEqual([{ id, ...DONE }]);
    expect((await change(id, pass)).data).toEqual([]);
    expect((await change(id, pass, { status: 'pending' })).data).toEqual([]);
    expect(await stored(id)).toEqual(DONE);
  });

  test('only allows the confirmation', async () => {
    const pass = await signedPass('appointment');
    const id = await booked(pass);
    for (const values of [{ status: 'cancelled' }, { status: 'confirmed' }, { calendly_completed: true }]) {
      expect((await change(id, pass, values)).error?.code).toBe('42501');
    }
    expect((await change(id, pass, { ...DONE, name: 'Eve' })).error?.code).toBe('42501');
    expect(await stored(id)).toEqual({ status: 'pending', calendly_completed: false });
  });

  test('requires the pass of the appointment', async () => {
    const [mine, theirs] = [await signedPass('appointment'), await signedPass('appointment')];
    const [, id] = [await booked(mine), await booked(theirs)];
    const strangers = [mine, 'x', await signedPass('appointment')];
    for (const pass of strangers) expect((await change(id, pass)).data).toEqual([]);
    expect(await stored(id)).toEqual({ status: 'pending', calendly_completed: false });
  });

  test('works for 24 hours, longer than the pass itself', async () => {
    const [soon, late] = [randomUUID(), randomUUID()];
    const ids = [];
    for (const id of [soon, late]) ids.push(await booked(await forgedPass({ action: 'appointment', id })));
    const age = (pass: string, time: string) =>
      portal.database.query(
        `update nutmeg.captcha_passes set spent_at = spent_at - $2::interval where id = $1`,
        [pass, time],
      );
    await age(soon, '23 hours 59 minutes');
    await age(late, '24 hours 1 minute');
    const old = (id: string) => forgedPass({ action: 'appointment', id, secondsLeft: -86_000 });
    expect((await change(ids[0] ?? '', await old(soon))).data).toHaveLength(1);
    expect((await change(ids[1] ?? '', await old(late))).data).toEqual([]);
  });

  test('shows only its row, and connections don’t keep the pass', async () => {
    const pass = await signedPass('appointment');
    const id = await booked(pass);
    const see = (given?: string) => {
      const query = visitor(portal).from('appointments').select('id');
      return given === undefined ? query : query.setHeader('x-captcha-pass', given);
    };
    // More concurrent requests than the server has connections.
    const seen = await Promise.all(
      Array.from({ length: 60 }, (_, at) => see(at % 2 === 0 ? pass : undefined)),
    );
    for (const [at, { data }] of seen.entries()) expect(data).toEqual(at % 2 === 0 ? [{ id }] : []);
  });
});
