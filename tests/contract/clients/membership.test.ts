import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { order, readZip } from '../support/archives.ts';
import { subscribe } from '../support/realtime.ts';
import { DOCUMENTS, denied, refusal, tokenOf } from '../support/storage.ts';
import { begun, patch, refusedWith } from '../support/tus.ts';

const portal = portalForFile();
let clerk: Person;
/** The client. */
let maria: Person;
/** Belongs to Maria's client; each test says as what. */
let john: Person;
const { year } = officeDay(new Date(), 'America/New_York');
const EVERYTHING = ['see', 'upload', 'answer', 'sign', 'manage'];

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'super' });
});
beforeEach(async () => {
  [maria, john] = await Promise.all([createPerson(portal), createPerson(portal)]);
});

const documents = ({ client }: Person) => client.storage.from(DOCUMENTS);
const upload = (by: Person, name: string) =>
  documents(by).upload(`${maria.id}/${name}`, new Blob([name], { type: 'text/plain' }));

async function join(relation: string, rights: string[], more: object = {}): Promise<void> {
  const { error } = await clerk.client.rpc('save_client_member', {
    client_id: maria.id,
    member_id: john.id,
    relation,
    rights,
    ...more,
  });
  if (error) throw error;
}

const leave = (by = clerk) =>
  by.client.rpc('end_client_member', { client_id: maria.id, member_id: john.id }).throwOnError();

const clientsOf = async ({ client }: Person) => (await client.from('clients').select('id')).data ?? [];

describe('a login', () => {
  test('has one client with the same id and name', async () => {
    await maria.client
      .from('user_profiles')
      .update({ first_name: 'Maria', last_name: 'Lopez' })
      .eq('user_id', maria.id)
      .throwOnError();
    expect(await maria.client.from('clients').select('id, kind, name')).toMatchObject({
      data: [{ id: maria.id, kind: 'person', name: 'Maria Lopez' }],
    });
    expect(await maria.client.from('client_members').select('user_id, relation, rights')).toMatchObject({
      data: [{ user_id: maria.id, relation: 'self', rights: EVERYTHING }],
    });
  });

  test('takes its client with it when it is deleted', async () => {
    await join('spouse', EVERYTHING);
    await portal.database.query('delete from auth.users where id = $1', [maria.id]);
    expect(await clientsOf(john)).toEqual([{ id: john.id }]);
    expect(await portal.database.query('select from public.clients where id = $1', [maria.id])).toEqual([]);
  });
});

test('a second login of the person, which a merge leaves, can be limited, and no one else becomes the person', async () => {
  await expect(join('self', ['see'])).rejects.toMatchObject({ code: '23514' });
  await portal.database.query(
    `insert into public.client_members (client_id, user_id, relation, rights) values ($1, $2, 'self', $3)`,
    [maria.id, john.id, EVERYTHING],
  );
  await join('self', ['see'], { last_year: year - 1 });
  const { data } = await clerk.client.rpc('case_members', { client_id: maria.id }).throwOnError();
  expect(data).toMatchObject([{}, { relation: 'self', rights: ['see'], last_year: year - 1 }]);
});

describe('a spouse', () => {
  test('shares form, documents, and live updates', async () => {
    await join('spouse', EVERYTHING);
    const live = await subscribe(maria.client, { table: 'file_uploads', filter: `user_id=eq.${maria.id}` });
    expect((await upload(john, 'w2.txt')).error).toBeNull();
    await live.waitForEvent(({ type }) => type === 'INSERT');
    const form = { user_id: maria.id, year, form_data: newClientForm };
    expect((await john.client.from('tax_forms').insert(form)).error).toBeNull();
    const seen = await maria.client.from('tax_forms').select('form_data').eq('user_id', maria.id).single();
    expect(seen.data?.form_data).toMatchObject({ ssn: newClientForm.ssn });
  });

  test('of the past sees past years only, and changes nothing', async () => {
    for (const past of [year - 2, year - 1]) {
      await portal.database.query(
        `insert into public.tax_returns (user_id, year, kind) values ($1, $2, 'personal')`,
        [maria.id, past],
      );
    }
    await upload(maria, 'old.txt');
    await portal.database.query(
      `update storage.objects set created_at = created_at - interval '2 years' where name = $1`,
      [`${maria.id}/old.txt`],
    );
    await upload(maria, 'new.txt');
    await join('spouse', ['see'], { last_year: year - 2 });
    const returns = await john.client.from('tax_returns').select('year').eq('user_id', maria.id);
    expect(returns.data).toEqual([{ year: year - 2 }]);
    expect((await documents(john).download(`${maria.id}/old.txt`)).error).toBeNull();
    expect((await documents(john).download(`${maria.id}/new.txt`)).error).not.toBeNull();
    expect((await documents(john).list(maria.id)).data?.map(({ name }) => name)).toEqual(['old.txt']);
    expect(refusal(await upload(john, 'more.txt'))).toEqual(denied);
  });
});

describe('the clients of a person', () => {
  const named = (person: Person, first_name: string) =>
    portal.database.query(
      'update public.user_profiles set first_name = $2, last_name = $3 where user_id = $1',
      [person.id, first_name, 'Diaz'],
    );
  const mine = async ({ client }: Person) => (await client.rpc('my_clients').throwOnError()).data;
  const members = async (by: Person) =>
    (await by.client.rpc('members_of_client', { client_id: maria.id }).throwOnError()).data;

  test('are the own one, then the others, with names and rights', async () => {
    await named(maria, 'Ana');
    await named(john, 'John');
    await join('helper', ['see', 'upload'], { ends_at: '2999-01-01' });
    expect(await mine(john)).toMatchObject([
      {
        client_id: john.id,
        name: 'John Diaz',
        relation: 'self',
        rights: EVERYTHING,
        last_year: null,
        ends_at: null,
      },
      {
        client_id: maria.id,
        name: 'Ana Diaz',
        kind: 'person',
        relation: 'helper',
        rights: ['see', 'upload'],
      },
    ]);
    expect(await mine(maria)).toHaveLength(1);
    await leave();
    expect(await mine(john)).toHaveLength(1);
  });

  test('are known to staff by membership only', async () => {
    expect(await mine(clerk)).toMatchObject([{ client_id: clerk.id }]);
  });

  test('tell who has access to those who manage them, and to others only of themselves', async () => {
    await named(maria, 'Ana');
    await named(john, 'John');
    const other = await createPerson(portal);
    await join('helper', ['see'], { member_id: other.id });
    await join('helper', ['see', 'upload']);
    const all = [
      { member_id: maria.id, name: 'Ana Diaz', relation: 'self', is_me: true },
      { member_id: other.id, relation: 'helper', rights: ['see'], is_me: false },
      { member_id: john.id, name: 'John Diaz', rights: ['see', 'upload'], is_me: false },
    ];
    expect(await members(maria)).toMatchObject(all);
    expect(await members(clerk)).toHaveLength(3);
    expect(await members(john)).toMatchObject([{ member_id: john.id, name: 'John Diaz', is_me: true }]);
    expect(await members(await createPerson(portal))).toEqual([]);
    await leave(maria);
    expect(await members(maria)).toHaveLength(2);
    expect(await members(john)).toEqual([]);
  });

  test('have no more rows than a person has clients', async () => {
    await portal.database.query(
      `with made as (
         insert into public.clients (name) select 'Client ' || i from generate_series(1, 210) i returning id
       )
       insert into public.client_members (client_id, user_id, relation, rights) select id, $1, 'helper', '{see}' from made`,
      [john.id],
    );
    const all = await mine(john);
    expect(all).toHaveLength(200);
    expect(all?.slice(0, 3)).toMatchObject([
      { client_id: john.id },
      { name: 'Client 1' },
      { name: 'Client 10' },
    ]);
  });
});

describe('a helper', () => {
  test('sees sensitive answers only with the right to answer', async () => {
    await maria.client
      .from('tax_forms')
      .insert({ user_id: maria.id, year, form_data: newClientForm })
      .throwOnError();
    const ssn = async () =>
      (await john.client.from('tax_forms').select('form_data').eq('user_id', maria.id).single()).data
        ?.form_data.ssn;
    await join('helper', ['see']);
    expect(await ssn()).toBe('***-**-6789');
    await join('helper', ['see', 'answer']);
    expect(await ssn()).toBe(newClientForm.ssn);
  });

  test('is ended by the client, and recorded', async () => {
    await join('helper', ['see', 'upload']);
    expect(await clientsOf(john)).toContainEqual({ id: maria.id });
    await leave(maria);
    expect(await clientsOf(john)).toEqual([{ id: john.id }]);
    expect(
      await portal.database.query(
        `select action, actor_id, details -> 'shared' as shared from public.audit_log
         where subject_id = $1 and action like 'client.%' order by id`,
        [maria.id],
      ),
    ).toMatchObject([
      { action: 'client.member_saved', actor_id: clerk.id },
      {
        action: 'client.member_ended',
        actor_id: maria.id,
        shared: { documents: expect.any(Number), forms: [], returns: [], messages: 0 },
      },
    ]);
  });

  test('may leave, and ends no other membership', async () => {
    await join('helper', ['see']);
    const other = await createPerson(portal);
    await portal.database.query(
      `insert into public.client_members (client_id, user_id, relation, rights)
       values ($1, $2, 'helper', array['see'])`,
      [maria.id, other.id],
    );
    const ended = await john.client.rpc('end_client_member', { client_id: maria.id, member_id: other.id });
    expect(ended.error).toMatchObject({ code: '42501' });
    await leave(john);
    expect(await clientsOf(john)).toEqual([{ id: john.id }]);
  });
});

describe('a member with rights for two clients takes nothing from one for the other', () => {
  beforeEach(() => join('helper', ['see', 'upload', 'answer']));

  test('no document', async () => {
    await upload(maria, '2026/w2.txt');
    for (const [from, to] of [
      [`${maria.id}/2026/w2.txt`, `${john.id}/w2.txt`],
      [`${maria.id}/2026`, `${john.id}/all`],
    ] as const) {
      expect(refusal(await documents(john).move(from, to))).toMatchObject({ statusCode: '403' });
    }
    expect((await documents(maria).exists(`${maria.id}/2026/w2.txt`)).data).toBe(true);
    expect((await documents(john).move(`${maria.id}/2026/w2.txt`, `${maria.id}/w2.txt`)).error).toBeNull();
  });

  test('no form, and no draft', async () => {
    const form = { user_id: maria.id, year, form_data: newClientForm };
    await maria.client.from('tax_forms').insert(form).throwOnError();
    const moved = { user_id: john.id, year, form_data: newClientForm };
    expect(
      (await john.client.from('tax_forms').update(moved).eq('user_id', maria.id).select()).error,
    ).toMatchObject({ code: '42501' });
    const draft = { user_id: maria.id, year, form_data: {}, version: 1, device: 'Phone' };
    await maria.client.from('tax_form_drafts').insert(draft).throwOnError();
    expect(
      (
        await john.client
          .from('tax_form_drafts')
          .update({ ...draft, user_id: john.id, version: 2 })
          .eq('user_id', maria.id)
          .select()
      ).error,
    ).toMatchObject({ code: '42501' });
    expect((await maria.client.from('tax_forms').select('year')).data).toEqual([{ year }]);
  });
});

describe('from the next request on, who left', () => {
  beforeEach(async () => {
    await upload(maria, 'w2.txt');
    await join('helper', ['see', 'upload']);
  });

  test('sends no more of an upload', async () => {
    const bearer = await tokenOf(john.client);
    const bytes = Buffer.alloc(15_000, 'a');
    const at = await begun(portal, {
      bucket: DOCUMENTS,
      key: `${maria.id}/scan.txt`,
      length: bytes.length,
      bearer,
    });
    expect((await patch(portal, at, 0, bytes.subarray(0, 5000), { bearer })).status).toBe(204);
    await leave();
    expect(await patch(portal, at, 5000, bytes.subarray(5000, 10_000), { bearer })).toMatchObject(
      refusedWith(403, 'AccessDenied'),
    );
    expect((await documents(maria).exists(`${maria.id}/scan.txt`)).data).toBe(false);
  });

  test('opens no link made before', async () => {
    const { data } = await documents(john).createSignedUrl(`${maria.id}/w2.txt`, 60);
    const { data: target } = await documents(john).createSignedUploadUrl(`${maria.id}/late.txt`);
    expect((await fetch(data?.signedUrl ?? '')).status).toBe(200);
    await leave();
    expect((await fetch(data?.signedUrl ?? '')).status).not.toBe(200);
    const late = await fetch(target?.signedUrl ?? '', { method: 'PUT', body: 'late' });
    expect(late.status).not.toBe(200);
  });

  test('gets nothing in a zip', async () => {
    const open = async ({ url }: { url: string }) => {
      const answer = await fetch(portal.url + url);
      return answer.status === 200
        ? [...(await readZip(Buffer.from(await answer.arrayBuffer()))).keys()]
        : answer.status;
    };
    const zip = await order(portal, john.client, maria.id, ['w2.txt']);
    expect(await open(zip)).toContain('w2.txt');
    await leave();
    expect(await open(zip)).toBe(404);
  });

  test('gets no changes', async () => {
    const filter = { table: 'file_uploads', filter: `user_id=eq.${maria.id}` };
    const [left, stays] = [await subscribe(john.client, filter), await subscribe(maria.client, filter)];
    await leave();
    await upload(maria, 'later.txt');
    await documents(clerk).remove([`${maria.id}/w2.txt`]);
    await stays.waitForEvent(({ type }) => type === 'DELETE');
    expect(left.events).toEqual([]);
  });
});

describe('the limits', () => {
  const people = (count: number) =>
    portal.database.query<{ id: string }>(
      `insert into auth.users (id, email)
       select gen_random_uuid(), gen_random_uuid() || '@example.com' from generate_series(1, $1) returning id`,
      [count],
    );

  test('a client has at most 40 members', async () => {
    const ids = (await people(39)).map(({ id }) => id);
    await portal.database.query(
      `insert into public.client_members (client_id, user_id, relation, rights)
       select $1, id, 'owner', array['see'] from unnest($2::uuid[]) as id`,
      [maria.id, ids],
    );
    await expect(join('helper', ['see'])).rejects.toMatchObject({
      message: 'A client has at most 40 members',
    });
    // Who has left takes no place.
    await portal.database.query(
      'update public.client_members set ends_at = now() where client_id = $1 and user_id = $2',
      [maria.id, ids[0]],
    );
    await join('helper', ['see']);
  });

  test('a person belongs to at most 200 clients, and their requests work', async () => {
    await portal.database.query(
      `with added as (insert into public.clients (name) select 'Company' from generate_series(1, 199) returning id)
       insert into public.client_members (client_id, user_id, relation, rights)
       select id, $1, 'owner', $2 from added`,
      [john.id, EVERYTHING],
    );
    expect(await clientsOf(john)).toHaveLength(200);
    expect((await documents(john).list(john.id)).error).toBeNull();
    await expect(join('helper', ['see'])).rejects.toMatchObject({
      message: 'A person belongs to at most 200 clients',
    });
  });
});
