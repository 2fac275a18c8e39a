import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { mergeAs, mergeClients, previewOf, textOf, undoMerge, upload } from '../support/merges.ts';

const portal = portalForFile();
let clerk: Person;
/** The same woman with two logins: what rosa has moves to maria. */
let rosa: Person;
let maria: Person;
/** Helps rosa. */
let helper: Person;
const { year } = officeDay(new Date(), 'America/New_York');
const EVERYTHING = ['see', 'upload', 'answer', 'sign', 'manage'];

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'super' });
});
beforeEach(async () => {
  [rosa, maria, helper] = await Promise.all([
    createPerson(portal),
    createPerson(portal),
    createPerson(portal),
  ]);
});

const merge = () => mergeClients(portal.url, clerk.client, { source: rosa.id, target: maria.id });
const submit = ({ client, id }: Person, more: object = {}) =>
  client
    .from('tax_forms')
    .insert({ user_id: id, year, form_data: { ...newClientForm, ...more } })
    .throwOnError();
const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  portal.database.query<Row & Record<string, unknown>>(sql, values);
const startReturn = (client_id: string, return_kind = 'personal') =>
  clerk.client.rpc('start_return', { client_id, return_year: year, return_kind }).throwOnError();

async function helpRosa(): Promise<void> {
  await clerk.client
    .rpc('save_client_member', {
      client_id: rosa.id,
      member_id: helper.id,
      relation: 'helper',
      rights: ['see', 'upload'],
    })
    .throwOnError();
}

describe('a merge', () => {
  test('gives access to the people in the preview, and to no one else', async () => {
    await helpRosa();
    const { people } = await previewOf(clerk.client, rosa.id, maria.id);
    const named = people.map(({ user_id, is_new, rights }) => [user_id, is_new, rights]);
    expect(named).toHaveLength(3);
    expect(named).toEqual(
      expect.arrayContaining([
        [maria.id, false, EVERYTHING],
        [rosa.id, true, EVERYTHING],
        [helper.id, true, ['see', 'upload']],
      ]),
    );
    const body = { source: rosa.id, target: maria.id, requestId: randomUUID(), people: [maria.id, rosa.id] };
    expect(await mergeAs(portal.url, clerk.client, body)).toMatchObject({
      status: 409,
      code: 'people_changed',
    });
    expect(await textOf(helper, `${maria.id}/x.txt`)).toBeUndefined();
    await merge();
    await upload(helper, `${maria.id}/by-helper.txt`, 'helped');
    expect(await textOf(rosa, `${maria.id}/by-helper.txt`)).toBe('helped');
    // What a member adds to the source now would be seen by no one.
    await expect(upload(helper, `${rosa.id}/late.txt`)).rejects.toThrow('row-level security');
    await expect(upload(rosa, `${rosa.id}/late.txt`)).rejects.toThrow('row-level security');
    await expect(upload(clerk, `${rosa.id}/late.txt`)).rejects.toThrow('row-level security');
  });

  test('doesn’t bring back a member who had left the target', async () => {
    await helpRosa();
    const member = { client_id: maria.id, member_id: helper.id };
    await clerk.client
      .rpc('save_client_member', { ...member, relation: 'helper', rights: ['see'] })
      .throwOnError();
    await clerk.client.rpc('end_client_member', member).throwOnError();
    await upload(maria, `${maria.id}/secret.txt`);
    await merge();
    expect(await textOf(helper, `${maria.id}/secret.txt`)).toBeUndefined();
  });

  test('archives the source, and leaves it out of lists, counts, and queues', async () => {
    await rosa.client
      .from('user_profiles')
      .update({ first_name: 'Rosamunde', last_name: rosa.id.slice(0, 8) })
      .eq('user_id', rosa.id)
      .throwOnError();
    await submit(rosa);
    await submit(maria);
    await startReturn(rosa.id);
    await startReturn(maria.id);
    const found = async (more: object = {}) => {
      const { data, count } = await clerk.client.rpc(
        'list_clients',
        { term: 'rosamunde', ...more },
        { get: true, count: 'exact' },
      );
      expect(count).toBe(data.length);
      return data.map(({ user_id }: { user_id: string }) => user_id);
    };
    const total = async () =>
      (await clerk.client.rpc('list_clients', {}, { get: true, count: 'exact' })).count ?? 0;
    const withForm = async (has_form: boolean) =>
      (await clerk.client.rpc('list_clients_count', { has_form, list_year: year }, { get: true })).data;
    const waiting = async () => {
      const { data } = await clerk.client.rpc('office_queues', { new_files_since: '2020-01-01T00:00:00Z' });
      return Object.fromEntries(data.map(({ queue, waiting }: Record<string, unknown>) => [queue, waiting]));
    };
    const inTheFirstStep = async () => {
      const { data } = await clerk.client
        .rpc('waiting_returns', { statuses: ['not_started'] })
        .eq('user_id', rosa.id);
      return data.map(({ user_id }: { user_id: string }) => user_id);
    };
    expect(await inTheFirstStep()).toContain(rosa.id);
    const before = { total: await total(), sent: await withForm(true), not: await withForm(false) };
    const queues = await waiting();
    expect(await found()).toContain(rosa.id);
    await merge();
    expect(await found()).not.toContain(rosa.id);
    expect(await found({ archived: true })).toContain(rosa.id);
    const all = await clerk.client.rpc('list_clients', { term: 'rosamunde', archived: null });
    expect(all.data.filter(({ user_id }: { user_id: string }) => user_id === rosa.id)).toHaveLength(1);
    expect(await total()).toBe(before.total - 1);
    expect(await withForm(true)).toBe(before.sent - 1);
    expect(await withForm(false)).toBe(before.not);
    // Rosa's return stayed, since maria has one of that year.
    expect((await waiting()).returns_office).toBe(queues.returns_office - 1);
    expect(await inTheFirstStep()).not.toContain(rosa.id);
  });

  test('is recorded, for both', async () => {
    const { mergeId } = await merge();
    const [row] = (await clerk.client.from('client_merges').select('*').eq('id', mergeId)).data ?? [];
    expect(row).toMatchObject({
      source_id: rosa.id,
      target_id: maria.id,
      merged_by: clerk.id,
      undone_at: null,
    });
    const acts = await query(
      `select subject_id, actor_id from public.audit_log where action = 'client.merged' and details ->> 'merge' = $1`,
      [mergeId],
    );
    expect(acts).toHaveLength(2);
    expect(acts).toEqual(
      expect.arrayContaining([
        { subject_id: rosa.id, actor_id: clerk.id },
        { subject_id: maria.id, actor_id: clerk.id },
      ]),
    );
  });

  test('shows the messages and appointments of both addresses', async () => {
    await query(
      `insert into public.contact_submissions (name, email, subject, message)
       select 'Rosa', e, 'general', 'Hello' from unnest($1::text[]) as e`,
      [[rosa.email, maria.email]],
    );
    const messages = async () =>
      (await clerk.client.rpc('messages_of', { client_id: maria.id }, { get: true })).data ?? [];
    expect(await messages()).toHaveLength(1);
    await merge();
    expect(await messages()).toHaveLength(2);
  });
});

describe('a merge is refused', () => {
  test.each([
    ['of a client into itself', 'same_client', async () => [rosa.id, rosa.id]],
    ['of someone of the staff', 'staff', async () => [clerk.id, maria.id]],
    ['of a client who doesn’t exist', 'no_client', async () => [randomUUID(), maria.id]],
    [
      'of an archived client',
      'archived',
      async () => {
        await clerk.client.rpc('archive_client', { client_id: rosa.id, archived: true }).throwOnError();
        return [rosa.id, maria.id];
      },
    ],
    [
      'with more rows than one transaction takes',
      'too_many',
      async () => {
        await query(
          `insert into public.client_notes (user_id, author_id, body) select $1, $1, 'x' from generate_series(1, 10001)`,
          [rosa.id],
        );
        return [rosa.id, maria.id];
      },
    ],
  ])('%s', async (_title, code, arrange) => {
    const [source = '', target = ''] = await arrange();
    expect((await previewOf(clerk.client, source, target)).problems).toContain(code);
    expect(await mergeClients(portal.url, clerk.client, { source, target })).toMatchObject({
      status: 409,
      code,
    });
  });

  test('to clients', async () => {
    const body = { source: rosa.id, target: maria.id, requestId: randomUUID(), people: [rosa.id, maria.id] };
    expect(await mergeAs(portal.url, maria.client, body)).toMatchObject({ status: 403 });
    const { mergeId } = await merge();
    expect(await undoMerge(portal.url, maria.client, mergeId)).toMatchObject({ status: 403 });
  });
});
