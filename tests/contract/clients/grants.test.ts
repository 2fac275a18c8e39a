import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { mergeClients, previewOf } from '../support/merges.ts';

// What a person may do as staff never grows by what staff write. tests/rls/table/clients/grants.ts has every relation
// between who grants, who is granted, and the client; here is what follows from it for forms, mails, and the log.

const portal = portalForFile();
let owner: Person;
let clerk: Person;
/** The client. */
let maria: Person;
/** A login outside of the office, such as the clerk's second one. */
let outsider: Person;
const { year } = officeDay(new Date(), 'America/New_York');
const RIGHTS = ['see', 'answer', 'sign'];

beforeAll(async () => {
  owner = await createPerson(portal, { role: 'super' });
});
beforeEach(async () => {
  [clerk, maria, outsider] = await Promise.all([
    createPerson(portal, { role: 'admin' }),
    createPerson(portal, { data: { first_name: 'Maria', last_name: 'Lopez' } }),
    createPerson(portal, { data: { first_name: 'Sam', last_name: 'Stone' } }),
  ]);
  await maria.client
    .from('tax_forms')
    .insert({ user_id: maria.id, year, form_data: newClientForm })
    .throwOnError();
});

const give = (by: Person, member = outsider, more: object = {}) =>
  by.client.rpc('save_client_member', {
    client_id: maria.id,
    member_id: member.id,
    relation: 'helper',
    rights: RIGHTS,
    ...more,
  });

async function asked(): Promise<string> {
  expect(await give(clerk)).toMatchObject({ data: 'waiting', error: null });
  const { data } = await maria.client.rpc('client_invitations', { client_id: maria.id }).throwOnError();
  expect(data).toMatchObject([
    {
      relation: 'helper',
      rights: RIGHTS,
      question: null,
      accepted_by: outsider.id,
      accepted_name: 'Sam Stone',
    },
  ]);
  return data[0].id;
}
const close = (by: Person, invitation_id: string, confirm = true) =>
  by.client.rpc('close_client_invitation', { invitation_id, confirm });
/** Maria's Social Security number as the person reads it; undefined if they can't see the form. */
const ssn = async ({ client }: Person) =>
  (await client.from('tax_forms').select('form_data').eq('user_id', maria.id).maybeSingle()).data?.form_data
    .ssn;
const lettersTo = async (email: string, letter: string) =>
  (
    await portal.database.query('select from public.email_queue where letter = $1 and to_email = $2', [
      letter,
      email,
    ])
  ).length;

describe('access that staff give', () => {
  test('counts when the client has confirmed it; the client gets two letters', async () => {
    const request = await asked();
    expect(await lettersTo(maria.email, 'access_asked')).toBe(1);
    expect(await ssn(outsider)).toBeUndefined();
    expect((await close(clerk, request)).error).toMatchObject({ code: '42501' });
    expect((await close(outsider, request)).error).toMatchObject({ code: '42501' });
    expect(await ssn(outsider)).toBeUndefined();
    expect((await close(maria, request)).data).toBe(outsider.id);
    expect(await ssn(outsider)).toBe(newClientForm.ssn);
    const { text = '' } = await portal.mailTo(
      maria.email,
      ({ subject }) => subject === 'A person has access to your account',
    );
    expect(text).toContain(`Sam Stone (${outsider.email}) has access to the account of Maria Lopez now.`);
  });

  test('can be refused by the client, and withdrawn by staff', async () => {
    expect((await close(maria, await asked(), false)).error).toBeNull();
    expect((await close(clerk, await asked(), false)).error).toBeNull();
    expect(await ssn(outsider)).toBeUndefined();
  });

  test('counts at once when a super user gives it, and the client gets a letter', async () => {
    expect((await give(owner)).data).toBe('saved');
    expect(await ssn(outsider)).toBe(newClientForm.ssn);
    expect(await lettersTo(maria.email, 'access_given')).toBe(1);
    // Less needs no one, and no letter.
    expect((await give(clerk, outsider, { rights: ['see'] })).data).toBe('saved');
    expect(await ssn(outsider)).toBe('***-**-6789');
    expect(await lettersTo(maria.email, 'access_given')).toBe(1);
    expect((await give(clerk)).data).toBe('waiting');
    expect(await ssn(outsider)).toBe('***-**-6789');
  });

  test('is limited by the hour', async () => {
    const made = await portal.database.query<{ id: string }>(
      `with people as (
         insert into auth.users (id) select gen_random_uuid() from generate_series(1, 31) returning id
       )
       insert into public.user_profiles (user_id, email, first_name, last_name)
       select id, '', 'Walk', 'In' from people returning user_id as id`,
    );
    const answers = await Promise.all(made.map(({ id }) => give(clerk, outsider, { client_id: id })));
    const codes = answers.map(({ data, error }) => data ?? error?.code).sort();
    expect(codes).toEqual(['PT429', ...Array(30).fill('waiting')]);
    const invited = await clerk.client.rpc('invite_to_client', {
      invitation_id: randomUUID(),
      client_id: maria.id,
      relation: 'helper',
      rights: ['see'],
      person_name: 'Sam',
      question: 'zip',
      answer: '06103',
    });
    expect(invited.error).toMatchObject({ code: 'PT429' });
    expect((await give(owner)).data).toBe('saved');
  });

  test('is in the log of both people, with both names and who gave it', async () => {
    await close(owner, await asked());
    const log = async (person: string) => {
      const { data } = await owner.client.rpc('office_log', {
        person,
        actions: ['client.access_asked', 'client.member_saved'],
      });
      return data.map((entry: { action: string; subject_name: string; details: { other_name: string } }) => [
        entry.action,
        entry.subject_name,
        entry.details.other_name,
      ]);
    };
    const [client, member] = ['Maria Lopez', 'Sam Stone'];
    expect(await log(maria.id)).toEqual([
      ['client.member_saved', client, member],
      ['client.access_asked', client, member],
    ]);
    expect(await log(outsider.id)).toEqual([
      ['client.member_saved', member, client],
      ['client.access_asked', member, client],
    ]);
    const { data } = await clerk.client.rpc('case_members', { client_id: maria.id });
    const [given] = await portal.database.query(
      'select granted_by from public.client_members where client_id = $1 and user_id = $2',
      [maria.id, outsider.id],
    );
    expect(given).toEqual({ granted_by: clerk.id });
    expect(
      data.find(({ user_id }: { user_id: string }) => user_id === outsider.id).granted_at,
    ).not.toBeNull();
  });
});

test('rights of a member don’t count while the member works here', async () => {
  await give(owner);
  const role = (new_role: string) =>
    owner.client.rpc('set_user_role', { target_user_id: outsider.id, new_role }).throwOnError();
  await role('admin');
  expect(await ssn(outsider)).toBe('***-**-6789');
  const draft = { user_id: maria.id, year, form_data: newClientForm, version: 1 };
  expect((await outsider.client.from('tax_form_drafts').insert(draft)).error).toMatchObject({
    code: '42501',
  });
  expect((await outsider.client.rpc('my_clients')).data).toHaveLength(1);
  await role('client');
  expect(await ssn(outsider)).toBe(newClientForm.ssn);
});

describe('staff let no one in by another way', () => {
  test('not by a merge after which someone sees more', async () => {
    const pair = { source: maria.id, target: outsider.id };
    expect(await mergeClients(portal.url, clerk.client, pair)).toMatchObject({ code: 'needs_super' });
    expect((await previewOf(clerk.client, maria.id, outsider.id)).problems).toEqual(['needs_super']);
    expect(await ssn(outsider)).toBeUndefined();
    expect((await mergeClients(portal.url, owner.client, pair)).status).toBe(200);
    expect(await lettersTo(maria.email, 'access_given')).toBe(1);
  });

  test('not by an invitation that they confirm themselves', async () => {
    const [invitation_id, client_id] = [randomUUID(), randomUUID()];
    const name = {
      kind: 'person',
      first_name: 'Rosa',
      last_name: 'Diaz',
      email: `${client_id}@mail.example`,
    };
    await clerk.client.rpc('save_client', { client_id, ...name }).throwOnError();
    const { data: code } = await clerk.client
      .rpc('invite_to_client', {
        invitation_id,
        client_id,
        relation: 'self',
        rights: ['see', 'upload', 'answer', 'sign', 'manage'],
        person_name: 'Rosa Diaz',
        question: 'zip',
        answer: '06103',
      })
      .throwOnError();
    const accepted = await outsider.client.rpc('accept_client_invitation', { code, answer: '06103' });
    expect(accepted.data).toBe('accepted');
    expect((await close(clerk, invitation_id)).error).toMatchObject({ code: '42501' });
    expect((await close(owner, invitation_id)).data).toBe(client_id);
    // The address that the client gave the office learns of it.
    expect(await lettersTo(name.email, 'access_given')).toBe(1);
  });
});

describe('a person of the staff who is suspended', () => {
  test('leaves a list of what they granted, which a super user ends at once', async () => {
    await close(maria, await asked());
    const { data } = await owner.client.rpc('granted_access', { person: clerk.id });
    expect(data).toMatchObject([
      { client_name: 'Maria Lopez', member_name: 'Sam Stone', member_email: outsider.email, rights: RIGHTS },
    ]);
    expect((await owner.client.rpc('end_granted_access', { person: clerk.id })).data).toBe(1);
    expect(await ssn(outsider)).toBeUndefined();
    expect((await owner.client.rpc('granted_access', { person: clerk.id })).data).toEqual([]);
  });

  test.each([
    ['deactivated', 'set_account_active', { active: false }, { active: true }],
    ['demoted', 'set_user_role', { new_role: 'client' }, { new_role: 'admin' }],
  ])('and %s leaves no request that counts later', async (_how, call, away, back) => {
    const request = await asked();
    await owner.client.rpc(call, { target_user_id: clerk.id, ...away }).throwOnError();
    await owner.client.rpc(call, { target_user_id: clerk.id, ...back }).throwOnError();
    expect((await close(maria, request)).error).toMatchObject({ code: '23514' });
    expect(await ssn(outsider)).toBeUndefined();
  });

  test('at the same moment asks for nothing that waits', async () => {
    const suspending = new pg.Client({ connectionString: portal.database.url });
    await suspending.connect();
    try {
      await suspending.query('begin');
      await suspending.query(`update public.user_profiles set role = 'client' where user_id = $1`, [
        clerk.id,
      ]);
      const asking = give(clerk).then((answer) => answer);
      const { rows } = await suspending.query<{ pid: number }>('select pg_backend_pid() as pid');
      const waiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
      await expect.poll(() => portal.database.query(waiting, [rows[0]?.pid])).not.toEqual([]);
      await suspending.query('commit');
      expect((await asking).error).toMatchObject({ code: '42501' });
    } finally {
      await suspending.end();
    }
    const { data } = await maria.client.rpc('client_invitations', { client_id: maria.id });
    expect(data).toEqual([]);
  });
});
