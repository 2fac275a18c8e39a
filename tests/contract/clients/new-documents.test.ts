import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { DOCUMENTS } from '../support/storage.ts';

const portal = portalForFile();
let clerk: Person;
/** The client. */
let maria: Person;
/** Belongs to Maria's client; each test says as what. */
let john: Person;
const { year } = officeDay(new Date(), 'America/New_York');

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'super' });
  // One super user must stay.
  await createPerson(portal, { role: 'super' });
});
beforeEach(async () => {
  [maria, john] = await Promise.all([createPerson(portal), createPerson(portal)]);
});

const documents = ({ client }: Person) => client.storage.from(DOCUMENTS);

async function join(relation: string, rights: string[], more: object = {}): Promise<void> {
  const member = { client_id: maria.id, member_id: john.id, relation, rights, ...more };
  await clerk.client.rpc('save_client_member', member).throwOnError();
}
const leave = () =>
  clerk.client.rpc('end_client_member', { client_id: maria.id, member_id: john.id }).throwOnError();

const upload = (by: Person, name: string) =>
  documents(by).upload(`${maria.id}/${name}`, new Blob([name], { type: 'text/plain' }));

describe('what is new to the office', () => {
  const sent = async () =>
    Object.fromEntries(
      (
        await portal.database.query<{ file_name: string; by_client: boolean }>(
          'select file_name, by_client from public.file_uploads where user_id = $1',
          [maria.id],
        )
      ).map(({ file_name, by_client }) => [file_name, by_client]),
    );
  const newFiles = async () => {
    const { data } = await clerk.client
      .rpc('client_overviews', { client_ids: [maria.id], list_year: year, new_files_since: '2020-01-01' })
      .throwOnError();
    const listed = clerk.client.rpc('list_clients', { new_files_since: '2020-01-01' });
    return [data?.[0]?.new_files, (await listed.eq('user_id', maria.id).throwOnError()).data?.length === 1];
  };
  const setRole = (person: Person, role: string) =>
    portal.database.query('update public.user_profiles set role = $2 where user_id = $1', [person.id, role]);

  test('is what members sent, also when they have left or the document was moved', async () => {
    await join('helper', ['see', 'upload']);
    await upload(maria, 'own.txt');
    await upload(john, 'helped.txt');
    await upload(clerk, 'copy.txt');
    const expected = { 'copy.txt': false, 'helped.txt': true, 'own.txt': true };
    expect(await sent()).toEqual(expected);
    expect(await newFiles()).toEqual([2, true]);
    await leave();
    await documents(maria).move(`${maria.id}/helped.txt`, `${maria.id}/2025/helped.txt`);
    expect(await sent()).toEqual(expected);
  });

  test('is nothing that staff add, even as members or in their own folder', async () => {
    await join('helper', ['see', 'upload']);
    await Promise.all([setRole(maria, 'admin'), setRole(john, 'admin')]);
    expect((await upload(maria, 'own.txt')).error).toBeNull();
    expect((await upload(john, 'helped.txt')).error).toBeNull();
    expect(await sent()).toEqual({ 'own.txt': false, 'helped.txt': false });
    expect(await newFiles()).toEqual([0, false]);
  });

  test('is decided when it is sent, and kept in the trash', async () => {
    await upload(maria, 'own.txt');
    await upload(clerk, 'copy.txt');
    const expected = await sent();
    await Promise.all([setRole(maria, 'admin'), setRole(clerk, 'client')]);
    try {
      expect(await sent()).toEqual(expected);
      const { data } = await documents(maria).remove([`${maria.id}/own.txt`, `${maria.id}/copy.txt`]);
      const ids = data?.map(({ id }) => id);
      await maria.client.rpc('restore_documents', { document_ids: ids }).throwOnError();
      expect(await sent()).toEqual(expected);
    } finally {
      await setRole(clerk, 'super');
    }
  });

  test('is not a document that staff replaced, until the former one is restored', async () => {
    await upload(maria, 'w2.txt');
    await documents(clerk).update(`${maria.id}/w2.txt`, new Blob(['other'], { type: 'text/plain' }));
    expect(await sent()).toEqual({ 'w2.txt': false });
    expect(await newFiles()).toEqual([0, false]);
    const trash = await clerk.client.from('trashed_documents').select('id').eq('owner_id', maria.id).single();
    await documents(clerk).remove([`${maria.id}/w2.txt`]);
    await clerk.client.rpc('restore_documents', { document_ids: [trash.data?.id] }).throwOnError();
    expect(await sent()).toEqual({ 'w2.txt': true });
  });
});
