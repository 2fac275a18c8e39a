import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createPerson, PASSWORD, type Person, visitor } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { textOf, upload } from '../support/merges.ts';

/** A person takes over a client without a login by a code, and isn't the right one. */
const portal = portalForFile();
let owner: Person;
let clerk: Person;
/** Signed up alone, and has nothing yet. */
let ana: Person;
/** A client without a login: Rosa. */
let rosa: string;

beforeAll(async () => {
  [owner, clerk] = await Promise.all([
    createPerson(portal, { role: 'super' }),
    createPerson(portal, { role: 'admin' }),
  ]);
});
beforeEach(async () => {
  ana = await createPerson(portal, { data: { first_name: 'Ana', last_name: 'Ruiz' } });
  rosa = randomUUID();
  await saveClient(rosa);
});

const saveClient = (client_id: string, more: object = {}) =>
  clerk.client
    .rpc('save_client', {
      client_id,
      kind: 'person',
      first_name: 'Rosa',
      last_name: 'Diaz',
      email: `rosa-${client_id}@mail.example`,
      phone: '203-555-0117',
      language: 'es',
      ...more,
    })
    .throwOnError();

async function takeOver(email: string, by = ana): Promise<{ id: string; client: Person['client'] }> {
  const invitation_id = randomUUID();
  const { data: code } = await clerk.client
    .rpc('invite_to_client', {
      invitation_id,
      client_id: rosa,
      relation: 'self',
      rights: ['see', 'upload', 'answer', 'sign', 'manage'],
      person_name: 'Rosa Diaz',
      question: 'birth_date',
      answer: '07/04/1984',
    })
    .throwOnError();
  const accept = (answer?: string) =>
    by.client.rpc('accept_client_invitation', { code, ...(answer && { answer }) }).throwOnError();
  expect((await accept()).data).toBe('birth_date');
  expect((await accept('07041984')).data).toBe('accepted');
  await owner.client.rpc('close_client_invitation', { invitation_id, confirm: true }).throwOnError();
  return logIn(email);
}

async function logIn(email: string) {
  const client = visitor(portal);
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { client, id: data.user.id };
}

const undo = (by = owner) => by.client.rpc('undo_take_over', { client_id: rosa });
const shown = async (by = clerk) =>
  (await by.client.rpc('take_over_of', { client_id: rosa }).throwOnError()).data;
const profileOf = async (id: string) =>
  (
    await clerk.client
      .from('user_profiles')
      .select('email, first_name, last_name, phone, language')
      .eq('user_id', id)
      .single()
  ).data;

test('is disconnected from the client, who has everything and no login again', async () => {
  const before = await profileOf(rosa);
  const taken = await takeOver(ana.email);
  expect(taken.id).toBe(rosa);
  expect(await shown()).toMatchObject([{ email: ana.email, confirmed_by_name: expect.any(String) }]);
  await taken.client.from('user_profiles').update({ first_name: 'Ana', phone: '1' }).eq('user_id', rosa);
  await upload(taken, `${rosa}/w2.txt`, 'of Ana');
  expect((await undo()).data).toBe(ana.id);
  // With the next request.
  expect((await taken.client.from('clients').select('id')).error).toMatchObject({ code: 'PGRST301' });
  expect((await taken.client.auth.refreshSession()).error).not.toBeNull();
  const again = await logIn(ana.email);
  expect(again.id).toBe(ana.id);
  expect((await again.client.from('clients').select('id')).data).toEqual([{ id: ana.id }]);
  expect(await textOf(again, `${rosa}/w2.txt`)).toBeUndefined();
  expect(await profileOf(ana.id)).toMatchObject({ email: ana.email, first_name: 'Ana', last_name: 'Ruiz' });
  expect((await again.client.auth.getUser()).data.user?.identities).toMatchObject([
    { provider: 'email', identity_data: { sub: ana.id } },
  ]);
  expect(await profileOf(rosa)).toEqual(before);
  expect(await textOf(clerk, `${rosa}/w2.txt`)).toBe('of Ana');
  const { data: members } = await clerk.client.rpc('case_members', { client_id: rosa });
  expect(members).toMatchObject([{ user_id: rosa, has_login: false }]);
  expect(await shown()).toEqual([]);
  const acts = await portal.database.query(
    `select subject_id, actor_id from public.audit_log
     where action = 'client.take_over_undone' and subject_id = any ($1) order by id`,
    [[rosa, ana.id]],
  );
  expect(acts).toEqual([
    { subject_id: rosa, actor_id: owner.id },
    { subject_id: ana.id, actor_id: owner.id },
  ]);
});

test('the right person takes the client over afterwards', async () => {
  await takeOver(ana.email);
  await undo().throwOnError();
  const real = await createPerson(portal);
  expect((await takeOver(real.email, real)).id).toBe(rosa);
  expect((await logIn(ana.email)).id).toBe(ana.id);
});

test('keeps the clients that the person belongs to, and leaves those of the client', async () => {
  const [mother, former, later] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [mother, former, later]) await saveClient(id);
  const add = (client_id: string, member_id: string) =>
    owner.client
      .rpc('save_client_member', { client_id, member_id, relation: 'helper', rights: ['see'] })
      .throwOnError();
  await add(mother, ana.id);
  await add(former, rosa);
  await portal.database.query(
    `update public.client_members set created_at = now() - interval '1 day' where client_id = $1`,
    [former],
  );
  await takeOver(ana.email);
  await add(later, rosa);
  await undo().throwOnError();
  const { client } = await logIn(ana.email);
  const ids = ((await client.from('clients').select('id')).data ?? []).map(({ id }) => id);
  expect(ids.sort()).toEqual([ana.id, mother, later].sort());
});

test('needs a super user where no one else acts for the client, and ends after 30 days', async () => {
  await takeOver(ana.email);
  expect((await undo(clerk)).error).toMatchObject({ code: '42501', details: 'last_member' });
  await portal.database.query(
    `update nutmeg.client_invitations set closed_at = now() - interval '30 days' where client_id = $1`,
    [rosa],
  );
  expect(await shown()).toEqual([]);
  expect((await undo()).error).toMatchObject({ code: '23514', details: 'take_over_final' });
  expect((await logIn(ana.email)).id).toBe(rosa);
});

test('happens once when two of the staff press at the same moment', async () => {
  await takeOver(ana.email);
  const answers = await Promise.all([undo(), undo()]);
  expect(answers.map(({ error }) => error?.details ?? 'done').sort()).toEqual(['done', 'take_over_final']);
});

test('is refused for a client that was merged since', async () => {
  await takeOver(ana.email);
  await portal.database.query(
    'insert into public.client_details (client_id, archived_at, archived_into) values ($1, now(), $2)',
    [rosa, clerk.id],
  );
  expect((await undo()).error).toMatchObject({ details: 'client_merged' });
});
