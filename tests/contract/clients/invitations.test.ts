import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, PASSWORD, type Person, visitor } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { DOCUMENTS } from '../support/storage.ts';

const portal = portalForFile();
let clerk: Person;
/** Signed up alone, and has nothing yet. */
let rosa: Person;
/** A client without a login. */
let walkIn: string;
const { year } = officeDay(new Date(), 'America/New_York');
const EVERYTHING = ['see', 'upload', 'answer', 'sign', 'manage'];

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'super' });
});
beforeEach(async () => {
  rosa = await createPerson(portal);
  walkIn = randomUUID();
  await clerk.client
    .rpc('save_client', { client_id: walkIn, kind: 'person', first_name: 'Rosa', last_name: 'Diaz' })
    .throwOnError();
});

interface Invited {
  id: string;
  code: string;
}

async function invite(client_id = walkIn, more: object = {}): Promise<Invited> {
  const invitation_id = randomUUID();
  const { data } = await clerk.client
    .rpc('invite_to_client', {
      invitation_id,
      client_id,
      relation: 'self',
      rights: EVERYTHING,
      person_name: 'Rosa Diaz',
      question: 'tax_id_last4',
      answer: '6789',
      ...more,
    })
    .throwOnError();
  return { id: invitation_id, code: String(data) };
}

const tryCode = async (person: Person, code: string, answer?: string) => {
  const { data, error } = await person.client.rpc('accept_client_invitation', {
    code,
    ...(answer !== undefined && { answer }),
  });
  return error ? error.code : data;
};
const close = (id: string, confirm: boolean) =>
  clerk.client.rpc('close_client_invitation', { invitation_id: id, confirm });
const clientsOf = async ({ client }: Person) =>
  ((await client.from('clients').select('id')).data ?? []).map(({ id }) => id).sort();
const uploadTo = (person: Person, path: string) =>
  person.client.storage.from(DOCUMENTS).upload(path, new Blob(['w2'], { type: 'text/plain' }));
const logIn = async (email: string) => {
  const device = visitor(portal);
  const { data, error } = await device.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { client: device, id: data.user.id };
};

describe('a person with a code', () => {
  test('takes over the client after the answer and the office’s confirmation', async () => {
    expect((await uploadTo(clerk, `${walkIn}/${year}/w2.txt`)).error).toBeNull();
    const form = { user_id: walkIn, year, form_data: newClientForm };
    await clerk.client.from('tax_forms').insert(form).throwOnError();
    const { id, code } = await invite();
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
    // Typed by hand, with a dash and in lower case.
    const typed = `${code.slice(0, 5)}-${code.slice(5)} `.toLowerCase();
    expect(await tryCode(rosa, typed)).toBe('tax_id_last4');
    expect(await tryCode(rosa, typed, '1111')).toBe('wrong');
    expect(await tryCode(rosa, typed, ' 6789')).toBe('accepted');
    // Nothing before the confirmation.
    expect(await clientsOf(rosa)).toEqual([rosa.id]);
    const waiting = () => clerk.client.rpc('waiting_invitations').eq('client_id', walkIn);
    expect((await waiting()).data).toMatchObject([{ client_id: walkIn, name: 'Rosa Diaz' }]);
    expect(await close(id, true)).toMatchObject({ data: walkIn, error: null });
    expect((await waiting()).data).toEqual([]);
    // The session of the login that was moved has ended.
    expect((await rosa.client.from('clients').select('id')).error).not.toBeNull();
    const again = await logIn(rosa.email);
    expect(again.id).toBe(walkIn);
    const file = await again.client.storage.from(DOCUMENTS).download(`${walkIn}/${year}/w2.txt`);
    expect(await file.data?.text()).toBe('w2');
    const own = await again.client.from('tax_forms').select('form_data').single();
    expect(own.data?.form_data.ssn).toBe(newClientForm.ssn);
    expect((await again.client.from('user_profiles').select('email, first_name').single()).data).toEqual({
      email: rosa.email,
      first_name: 'Rosa',
    });
    // From now on the form is the client's own.
    expect((await clerk.client.from('tax_forms').upsert(form)).error).toMatchObject({ code: '42501' });
    expect(await close(id, true)).toMatchObject({ data: walkIn, error: null });
    const { data: user } = await again.client.auth.getUser();
    expect(user.user).toMatchObject({ id: walkIn, email: rosa.email });
    expect(user.user?.identities).toMatchObject([{ provider: 'email', identity_data: { sub: walkIn } }]);
  });

  test('keeps their own client when it has something in it', async () => {
    expect((await uploadTo(rosa, `${rosa.id}/own.txt`)).error).toBeNull();
    const { id, code } = await invite();
    expect(await tryCode(rosa, code, '6789')).toBe('accepted');
    expect((await close(id, true)).data).toBe(rosa.id);
    expect(await clientsOf(rosa)).toEqual([rosa.id, walkIn].sort());
  });

  test('joins a client with a login as the member that staff chose', async () => {
    const maria = await createPerson(portal);
    const { id, code } = await invite(maria.id, {
      relation: 'helper',
      rights: ['see'],
      question: 'zip',
      answer: '06120',
    });
    expect(await tryCode(rosa, code)).toBe('zip');
    expect(await tryCode(rosa, code, '06120')).toBe('accepted');
    expect((await close(id, true)).data).toBe(rosa.id);
    expect(await clientsOf(rosa)).toEqual([rosa.id, maria.id].sort());
    expect((await uploadTo(rosa, `${maria.id}/x.txt`)).error).not.toBeNull();
  });

  test('gets nothing when staff refuse, and the code is dead', async () => {
    const { id, code } = await invite();
    expect(await tryCode(rosa, code, '6789')).toBe('accepted');
    expect((await close(id, false)).error).toBeNull();
    expect(await clientsOf(rosa)).toEqual([rosa.id]);
    expect(await tryCode(rosa, code, '6789')).toBe('unknown');
    expect((await close(id, true)).error).toMatchObject({ code: '23514' });
  });

  test('isn’t connected with a client that was merged meanwhile', async () => {
    const { id, code } = await invite();
    expect(await tryCode(rosa, code, '6789')).toBe('accepted');
    await portal.database.query(
      'insert into public.client_details (client_id, archived_at, archived_into) values ($1, now(), $2)',
      [walkIn, clerk.id],
    );
    expect((await close(id, true)).error).toMatchObject({ code: '23514' });
    expect(await clientsOf(rosa)).toEqual([rosa.id]);
  });

  test('can’t take an invitation that another person has accepted', async () => {
    const thief = await createPerson(portal);
    const { id, code } = await invite();
    const answers = await Promise.all([tryCode(rosa, code, '6789'), tryCode(thief, code, '6789')]);
    expect(answers.sort()).toEqual(['accepted', 'unknown']);
    const [waiting] = (await clerk.client.rpc('client_invitations', { client_id: walkIn })).data;
    expect([rosa.id, thief.id]).toContain(waiting.accepted_by);
    expect(waiting.id).toBe(id);
  });

  test('has five answers, and ten codes in an hour', async () => {
    const thief = await createPerson(portal);
    const { code } = await invite();
    const guesses = [];
    for (const guess of ['0001', '0002', '0003', '0004', '0005', '6789']) {
      guesses.push(await tryCode(thief, code, guess));
    }
    expect(guesses).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'unknown', 'unknown']);
    for (const wild of ['', 'x'.repeat(5000), '2'.repeat(10), '💥'])
      expect(await tryCode(thief, wild)).toBe('unknown');
    expect(await tryCode(thief, 'ABCDE-FGHJK')).toBe('PT429');
    // Others aren't slowed down.
    expect(await tryCode(rosa, (await invite()).code)).toBe('tax_id_last4');
  });

  test('who has several invitations ends with one membership', async () => {
    const first = await invite();
    const second = await invite();
    expect(await tryCode(rosa, first.code, '6789')).toBe('accepted');
    expect(await tryCode(rosa, second.code, '6789')).toBe('accepted');
    const both = await Promise.all([close(first.id, true), close(second.id, true)]);
    expect(both).toMatchObject([{ data: walkIn }, { data: walkIn }]);
    expect((await logIn(rosa.email)).id).toBe(walkIn);
  });

  test('who joins two clients keeps the second invitation when the login moves', async () => {
    const company = randomUUID();
    await clerk.client
      .rpc('save_client', { client_id: company, kind: 'business', first_name: '', last_name: 'Diaz LLC' })
      .throwOnError();
    const own = await invite();
    const owned = await invite(company, { relation: 'owner' });
    for (const { code } of [own, owned]) expect(await tryCode(rosa, code, '6789')).toBe('accepted');
    expect((await close(own.id, true)).data).toBe(walkIn);
    expect((await close(owned.id, true)).data).toBe(walkIn);
    const { client } = await logIn(rosa.email);
    expect((await client.rpc('my_clients')).data).toMatchObject([
      { client_id: walkIn },
      { client_id: company },
    ]);
    // The owner answers for the company now, so its draft is private to her.
    const draft = { user_id: company, year, form_data: newClientForm, version: 1 };
    await client.from('tax_form_drafts').insert(draft).throwOnError();
    const seen = await clerk.client.from('tax_form_drafts').select('id').eq('user_id', company);
    expect(seen.data).toEqual([]);
    expect((await clerk.client.rpc('fills_form_at_desk', { client_id: company })).data).toBe(false);
  });

  test('keeps what the office wrote about them, as a member', async () => {
    await clerk.client
      .from('client_details')
      .insert({ client_id: rosa.id, tags: ['early'] })
      .throwOnError();
    const { id, code } = await invite();
    expect(await tryCode(rosa, code, '6789')).toBe('accepted');
    expect((await close(id, true)).data).toBe(rosa.id);
    expect(await clientsOf(rosa)).toEqual([rosa.id, walkIn].sort());
  });

  test('stays deactivated if the client was', async () => {
    const owner = await createPerson(portal, { role: 'super' });
    await owner.client.rpc('set_account_active', { target_user_id: walkIn, active: false }).throwOnError();
    const { id, code } = await invite();
    expect(await tryCode(rosa, code, '6789')).toBe('accepted');
    expect((await close(id, true)).data).toBe(walkIn);
    await expect(logIn(rosa.email)).rejects.toMatchObject({ code: 'user_banned' });
  });

  test('is never staff without a login', async () => {
    const owner = await createPerson(portal, { role: 'super' });
    const { error } = await owner.client.rpc('set_user_role', { target_user_id: walkIn, new_role: 'admin' });
    expect(error).toMatchObject({ code: '23514' });
  });

  test('must be a client, with a session', async () => {
    const { code } = await invite();
    expect(await tryCode(clerk, code, '6789')).toBe('42501');
    const { error } = await visitor(portal).rpc('accept_client_invitation', { code });
    expect(error).toMatchObject({ code: '42501' });
  });
});

describe('an invitation', () => {
  test('is confirmed once by two members of staff at the same moment', async () => {
    const { id, code } = await invite();
    expect(await tryCode(rosa, code, '6789')).toBe('accepted');
    const answers = await Promise.all([close(id, true), close(id, true), close(id, true)]);
    expect(answers).toMatchObject(Array(3).fill({ data: walkIn, error: null }));
    const acts = await portal.database.query(
      `select from public.audit_log where action = 'client.login_connected' and subject_id = $1`,
      [walkIn],
    );
    expect(acts).toHaveLength(1);
  });

  test('is mailed with its code', async () => {
    const email = `rosa-${walkIn}@example.com`;
    const { code } = await invite(walkIn, { person_email: email });
    expect((await portal.mailTo(email)).text).toMatch(new RegExp(`^Hello Rosa,[^]*${code}`, 'm'));
    const letters = await portal.database.query('select letter from public.email_queue where to_email = $1', [
      email,
    ]);
    expect(letters).toEqual([{ letter: 'client_invitation' }]);
  });

  test('is open to staff only, and never shows its code again', async () => {
    const { code } = await invite();
    expect((await rosa.client.rpc('client_invitations', { client_id: walkIn })).error).toMatchObject({
      code: '42501',
    });
    const { data } = await clerk.client.rpc('client_invitations', { client_id: walkIn });
    expect(JSON.stringify(data)).not.toContain(code);
    expect(data).toHaveLength(1);
  });

  test('expires after 30 days', async () => {
    const { id, code } = await invite();
    await portal.database.query('update nutmeg.client_invitations set expires_at = now() where id = $1', [
      id,
    ]);
    expect(await tryCode(rosa, code, '6789')).toBe('unknown');
    expect((await clerk.client.rpc('client_invitations', { client_id: walkIn })).data).toEqual([]);
  });

  test.each([
    { answer: '12' },
    { question: 'zip', answer: '1234' },
    { rights: ['upload'] },
    { relation: 'helper' },
    { rights: ['see', 'upload'] },
    { ends_at: '2999-01-01' },
    { person_name: ' ' },
    { person_email: 'nowhere' },
  ])('is refused with %o', async (more) => {
    const { error } = await clerk.client.rpc('invite_to_client', {
      invitation_id: randomUUID(),
      client_id: walkIn,
      relation: 'self',
      rights: EVERYTHING,
      person_name: 'Rosa Diaz',
      question: 'tax_id_last4',
      answer: '6789',
      ...more,
    });
    expect(error).toMatchObject({ code: '23514' });
  });
});
