import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { officeOf, threadPage } from '../support/conversation.ts';
import { mergeClients, namesIn, textOf, undoMerge, upload } from '../support/merges.ts';
import { DOCUMENTS } from '../support/storage.ts';

const portal = portalForFile();
let clerk: Person;
let rosa: Person;
let maria: Person;
const { year } = officeDay(new Date(), 'America/New_York');

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'super' });
});
beforeEach(async () => {
  [rosa, maria] = await Promise.all([createPerson(portal), createPerson(portal)]);
});

const merge = async (source = rosa.id, target = maria.id) =>
  (await mergeClients(portal.url, clerk.client, { source, target })).mergeId;
const undo = (mergeId: string) => undoMerge(portal.url, clerk.client, mergeId);
const submit = ({ client, id }: Person) =>
  client.from('tax_forms').insert({ user_id: id, year, form_data: newClientForm }).throwOnError();

/** Everything that staff see of a client. */
async function everythingOf(id: string): Promise<Record<string, unknown>> {
  const tables = {
    file_uploads: 'file_path, user_id, sha256, uploaded_at, parent_folder',
    tax_forms: 'id, year, submitted_at, updated_at',
    tax_returns: 'id, year, kind, status, updated_at',
    tax_return_events: 'id, return_id',
    checklist_items: 'id, year, item, state, updated_at',
    checklist_documents: 'item_id, document_id',
    used_documents: 'id, used_by, used_at',
    client_notes: 'id, body, updated_at',
    client_letters: 'id, template',
  };
  const owned = Object.entries(tables).map(async ([table, columns]) => {
    const { data } = await clerk.client.from(table).select(columns).eq('user_id', id).throwOnError();
    return [table, (data ?? []).map((row) => JSON.stringify(row)).toSorted()];
  });
  const members = await clerk.client
    .from('client_members')
    .select('user_id, relation, rights, last_year, ends_at')
    .eq('client_id', id)
    .order('user_id');
  const details = await clerk.client
    .from('client_details')
    .select('addresses, tags, contacts, client_since, tax_id_last4, archived_at, archived_into')
    .eq('client_id', id);
  // A merge numbers the messages anew.
  const messages = (await threadPage(clerk, id)).map(({ sequence: _sequence, ...message }) => message);
  return {
    ...Object.fromEntries(await Promise.all(owned)),
    members: members.data,
    details: details.data,
    messages,
  };
}

async function fill(person: Person): Promise<void> {
  const { id } = person;
  await upload(person, `${id}/2025/w2.txt`, `w2 of ${id}`);
  await upload(person, `${id}/Receipts/may.txt`, `may of ${id}`);
  await clerk.client
    .rpc('start_return', { client_id: id, return_year: year, return_kind: 'personal' })
    .throwOnError();
  const { data } = await clerk.client.from('file_uploads').select('id').eq('user_id', id).limit(1);
  await person.client
    .rpc('answer_checklist_item', {
      list_year: year,
      list_item: 'w2',
      new_state: 'sent',
      document_ids: [data?.[0]?.id],
    })
    .throwOnError();
  await clerk.client
    .rpc('mark_documents_used', { document_ids: [data?.[0]?.id], is_used: true })
    .throwOnError();
  await clerk.client
    .from('client_notes')
    .insert({ user_id: id, body: `about ${id}` })
    .throwOnError();
  await clerk.client
    .rpc('send_client_letter', { client_id: id, letter_template: 'message', staff_note: 'Hi' })
    .throwOnError();
  await clerk.client
    .from('client_details')
    .insert({ client_id: id, tags: [id.slice(0, 4)], addresses: [{ street: id }] })
    .throwOnError();
  for (const about_item of ['w2', '1099-int'])
    await officeOf(clerk)
      .toClient(person, `All of ${about_item}`, { about_item_year: year, about_item })
      .throwOnError();
}

describe('a merge that is undone', () => {
  test('leaves both clients as they were', async () => {
    await Promise.all([fill(rosa), fill(maria)]);
    await submit(rosa);
    await officeOf(clerk)
      .toClient(rosa, 'Only hers', { about_item_year: year, about_item: 'k-1' })
      .throwOnError();
    const before = [await everythingOf(rosa.id), await everythingOf(maria.id)];
    const mergeId = await merge();
    const merged = await everythingOf(maria.id);
    expect(merged).not.toEqual(before[1]);
    expect(merged.used_documents).toHaveLength(2);
    expect((merged.messages as { about_item: string }[]).map(({ about_item }) => about_item).sort()).toEqual([
      '1099-int',
      '1099-int',
      'k-1',
      'w2',
      'w2',
    ]);
    expect(await undo(mergeId)).toMatchObject({ status: 200 });
    expect([await everythingOf(rosa.id), await everythingOf(maria.id)]).toEqual(before);
    expect(await textOf(rosa, `${rosa.id}/2025/w2.txt`)).toBe(`w2 of ${rosa.id}`);
    expect(await textOf(rosa, `${maria.id}/2025/w2.txt`)).toBeUndefined();
    const form = await rosa.client.from('tax_forms').select('form_data').eq('user_id', rosa.id).single();
    expect(form.data?.form_data.ssn).toBe(newClientForm.ssn);
    await upload(rosa, `${rosa.id}/again.txt`);
    // Twice is once.
    expect(await undo(mergeId)).toMatchObject({ status: 200 });
    expect(await textOf(rosa, `${rosa.id}/again.txt`)).toBe(`${rosa.id}/again.txt`);
    // And it can be merged again.
    await merge();
    expect(await textOf(maria, `${maria.id}/again.txt`)).toBe(`${rosa.id}/again.txt`);
  });

  test('leaves with the target what came later, and takes back what was renamed, moved, or deleted', async () => {
    const files = clerk.client.storage.from(DOCUMENTS);
    for (const name of ['kept', 'renamed', 'moved', 'deleted', 'restored'])
      await upload(rosa, `${rosa.id}/2025/${name}.txt`, name);
    await upload(maria, `${maria.id}/2025/kept.txt`, 'maria’s');
    await files.remove([`${rosa.id}/2025/restored.txt`]);
    const mergeId = await merge();
    const at = (name: string) => `${maria.id}/${name}.txt`;
    await upload(maria, at('2025/new'), 'new');
    await files.move(at('2025/renamed'), at('2025/better'));
    await files.move(at('2025/moved'), at('Other/moved'));
    await files.remove([at('2025/deleted')]);
    const { data: trash } = await clerk.client
      .from('trashed_documents')
      .select('id, file_name')
      .eq('owner_id', maria.id);
    const restored = trash?.find(({ file_name }) => file_name === 'restored.txt');
    await clerk.client.rpc('restore_documents', { document_ids: [restored?.id] }).throwOnError();
    expect(await undo(mergeId)).toMatchObject({ status: 200 });

    expect(await namesIn(maria, `${maria.id}/2025`)).toEqual(['kept.txt', 'new.txt']);
    expect(await textOf(maria, at('2025/kept'))).toBe('maria’s');
    expect(await namesIn(rosa, `${rosa.id}/2025`)).toEqual(['better.txt', 'kept.txt', 'restored.txt']);
    expect(await textOf(rosa, `${rosa.id}/2025/kept.txt`)).toBe('kept');
    expect(await textOf(rosa, `${rosa.id}/2025/better.txt`)).toBe('renamed');
    expect(await textOf(rosa, `${rosa.id}/Other/moved.txt`)).toBe('moved');
    // Deleted stays deleted, and comes back to its client.
    const { data: left } = await clerk.client
      .from('trashed_documents')
      .select('id, file_name')
      .in('owner_id', [rosa.id, maria.id]);
    expect(left).toMatchObject([{ file_name: 'deleted.txt' }]);
    await clerk.client.rpc('restore_documents', { document_ids: [left?.[0]?.id] }).throwOnError();
    expect(await textOf(rosa, `${rosa.id}/2025/deleted.txt`)).toBe('deleted');
  });

  test('gives a suffix to a document that was renamed to what another one was called', async () => {
    await upload(rosa, `${rosa.id}/a.txt`, 'a');
    await upload(rosa, `${rosa.id}/b.txt`, 'b');
    await upload(maria, `${maria.id}/a.txt`, 'of maria');
    const mergeId = await merge();
    const files = clerk.client.storage.from(DOCUMENTS);
    await files.remove([`${maria.id}/a.txt`]);
    await files.move(`${maria.id}/b.txt`, `${maria.id}/a.txt`);
    expect(await undo(mergeId)).toMatchObject({ status: 200 });
    expect(await textOf(rosa, `${rosa.id}/a.txt`)).toBe('a');
    const other = (await namesIn(rosa, rosa.id)).find((name) => name !== 'a.txt');
    expect(other).toMatch(/^a_[a-z0-9]{4}\.txt$/);
    expect(await textOf(rosa, `${rosa.id}/${other}`)).toBe('b');
  });

  test('ends the access that it gave, and keeps changed details', async () => {
    await clerk.client
      .from('client_details')
      .insert({ client_id: rosa.id, tags: ['early'], tax_id_last4: '1234' });
    const mergeId = await merge();
    await upload(maria, `${maria.id}/later.txt`);
    await clerk.client
      .from('client_details')
      .update({ tags: ['early', 'vip'] })
      .eq('client_id', maria.id)
      .throwOnError();
    await undo(mergeId);
    expect(await textOf(rosa, `${maria.id}/later.txt`)).toBeUndefined();
    const { data } = await clerk.client.from('client_details').select('*').eq('client_id', maria.id).single();
    expect(data).toMatchObject({ tags: ['early', 'vip'], tax_id_last4: null });
  });

  test('no longer works after 30 days, nor while the target is merged itself', async () => {
    const john = await createPerson(portal);
    const first = await merge();
    const second = await merge(maria.id, john.id);
    expect(await undo(first)).toMatchObject({ status: 409, code: 'merged_again' });
    await undo(second);
    await portal.database.query(
      `update public.client_merges set merged_at = now() - interval '30 days 1 minute' where id = $1`,
      [first],
    );
    expect(await undo(first)).toMatchObject({ status: 409, code: 'too_late' });
  });
});
