import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { pagesPdf } from '#tests/support/page-pdfs.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { order, readZip } from '../support/archives.ts';
import { edit } from '../support/document-edits.ts';
import { subscribe } from '../support/realtime.ts';
import { DOCUMENTS, tokenOf } from '../support/storage.ts';

const portal = portalForFile();
let clerk: Person;
let maria: Person;
/** Sees of Maria's client what is two years old or older. */
let john: Person;
const { year } = officeDay(new Date(), 'America/New_York');

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'super' });
});
beforeEach(async () => {
  [maria, john] = await Promise.all([createPerson(portal), createPerson(portal)]);
  await clerk.client
    .rpc('save_client_member', {
      client_id: maria.id,
      member_id: john.id,
      relation: 'spouse',
      rights: ['see'],
      last_year: year - 2,
    })
    .throwOnError();
});

const documents = ({ client }: Person) => client.storage.from(DOCUMENTS);
const key = (name: string) => `${maria.id}/${name}`;
const text = (content: string) => new Blob([content], { type: 'text/plain' });

/** A document of Maria's that has been there for two years. Returns its id. */
async function putOld(name: string, content = text('old')): Promise<string> {
  const { error } = await documents(maria).upload(key(name), content);
  expect(error).toBeNull();
  await portal.database.query(
    `update storage.objects set created_at = created_at - interval '2 years' where name = $1`,
    [key(name)],
  );
  const [row] = await portal.database.query<{ id: string }>(
    `update public.file_uploads set uploaded_at = uploaded_at - interval '2 years', year = year - 2
     where file_path = $1 returning id`,
    [key(name)],
  );
  if (!row) throw new Error(`${name} is not listed`);
  return row.id;
}

const replace = async (name: string) =>
  expect((await documents(clerk).update(key(name), text('new'))).error).toBeNull();

/** Each way to learn of a document that a member has; true if John learned of it. */
const WAYS: Record<string, (name: string) => Promise<boolean>> = {
  download: async (name) => (await documents(john).download(key(name))).error === null,
  info: async (name) => (await documents(john).info(key(name))).error === null,
  exists: async (name) => (await documents(john).exists(key(name))).data === true,
  list: async (name) => {
    const { data } = await documents(john).list(maria.id);
    return data?.some((one) => one.name === name) === true;
  },
  'list of a folder': async (name) => {
    const { data } = await john.client.rpc('list_folder', { owner: maria.id });
    return data?.some((one: { name: string }) => one.name === name) === true;
  },
  'list of all': async (name) => {
    const { data } = await documents(john).listV2({ prefix: '' });
    return data?.objects.some((one) => one.name === key(name)) === true;
  },
  'new link': async (name) => (await documents(john).createSignedUrl(key(name), 60)).error === null,
  'new links': async (name) =>
    (await documents(john).createSignedUrls([key(name)], 60)).data?.[0]?.error === null,
  'row of the list': async (name) =>
    (await john.client.from('file_uploads').select('id').eq('file_path', key(name))).data?.length === 1,
};
const seen = async (name: string) =>
  Object.fromEntries(
    await Promise.all(Object.entries(WAYS).map(async ([way, look]) => [way, await look(name)] as const)),
  );
const all = (expected: boolean) => Object.fromEntries(Object.keys(WAYS).map((way) => [way, expected]));

describe('a member who sees the past only', () => {
  test('sees an old document until staff replace it', async () => {
    await putOld('w2.txt');
    expect(await seen('w2.txt')).toEqual(all(true));
    await replace('w2.txt');
    expect(await seen('w2.txt')).toEqual(all(false));
    expect((await documents(maria).download(key('w2.txt'))).error).toBeNull();
  });

  test('can’t get new bytes by an old link, in a zip, or by live updates', async () => {
    const replaced = await putOld('w2.txt');
    await putOld('other.txt');
    const { data: link } = await documents(john).createSignedUrl(key('w2.txt'), 60);
    expect((await fetch(link?.signedUrl ?? '')).status).toBe(200);
    const zip = await order(portal, john.client, maria.id, ['w2.txt', 'other.txt']);
    const filter = { table: 'file_uploads', filter: `user_id=eq.${maria.id}` };
    const [past, present] = [await subscribe(john.client, filter), await subscribe(maria.client, filter)];
    await replace('w2.txt');
    expect((await fetch(link?.signedUrl ?? '')).status).not.toBe(200);
    const opened = await fetch(portal.url + zip.url);
    const inside = await readZip(Buffer.from(await opened.arrayBuffer()));
    expect([...inside.keys()]).toContain('other.txt');
    expect([...inside.keys()]).not.toContain('w2.txt');
    const tells = (piece: string) => (event: unknown) => JSON.stringify(event).includes(piece);
    const isReplaced = (event: unknown) => tells('w2.txt')(event) || tells(replaced)(event);
    await present.waitForEvent(isReplaced);
    // What comes after it has come to John too, so it would have.
    expect((await documents(maria).move(key('other.txt'), key('moved.txt'))).error).toBeNull();
    await past.waitForEvent(tells('moved.txt'));
    expect(past.events.filter(isReplaced)).toEqual([]);
  });

  test('sees a document that was turned, moved, or restored, because its bytes are old', async () => {
    const scan = new Blob([await pagesPdf('scan', 1)], { type: 'application/pdf' });
    const id = await putOld('scan.pdf', scan);
    const { data } = await clerk.client.from('file_uploads').select('sha256').eq('id', id).single();
    const turned = await edit(portal, clerk, {
      act: 'rotate',
      document: { id, sha256: data?.sha256 ?? '' },
      turns: 1,
    });
    expect(turned.status).toBe(200);
    expect(await seen('scan.pdf')).toEqual(all(true));
    await documents(maria).move(key('scan.pdf'), key('moved.pdf'));
    expect(await seen('moved.pdf')).toEqual(all(true));
    await documents(clerk).remove([key('moved.pdf')]);
    await clerk.client.rpc('restore_documents', { document_ids: [id] }).throwOnError();
    expect(await seen('moved.pdf')).toEqual(all(true));
  });

  test('sees no new bytes after a move, or after the trash', async () => {
    const id = await putOld('w2.txt');
    await replace('w2.txt');
    await documents(maria).move(key('w2.txt'), key('moved.txt'));
    expect(await seen('moved.txt')).toEqual(all(false));
    await documents(clerk).remove([key('moved.txt')]);
    await clerk.client.rpc('restore_documents', { document_ids: [id] }).throwOnError();
    expect(await seen('moved.txt')).toEqual(all(false));
  });

  test('sees the former bytes again when staff restore them', async () => {
    await putOld('w2.txt');
    await replace('w2.txt');
    const { data: former } = await clerk.client
      .from('trashed_documents')
      .select('id')
      .eq('owner_id', maria.id)
      .single();
    await documents(clerk).remove([key('w2.txt')]);
    await clerk.client.rpc('restore_documents', { document_ids: [former?.id] }).throwOnError();
    expect(await (await documents(john).download(key('w2.txt'))).data?.text()).toBe('old');
  });

  test('doesn’t see today’s copies and parts, even under the name of an old document', async () => {
    await putOld('w2.txt');
    await documents(maria).upload(key('new.txt'), text('today’s'));
    await documents(maria).copy(key('w2.txt'), key('copy.txt'));
    expect(await seen('copy.txt')).toEqual(all(false));
    const over = await fetch(`${portal.url}/storage/v1/object/copy`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await tokenOf(clerk.client)}`,
        'content-type': 'application/json',
        'x-upsert': 'true',
      },
      body: JSON.stringify({ bucketId: DOCUMENTS, sourceKey: key('new.txt'), destinationKey: key('w2.txt') }),
    });
    expect(over.status).toBe(200);
    expect(await seen('w2.txt')).toEqual(all(false));
    const pdf = async (pages: number) =>
      new Blob([await pagesPdf('scan', pages)], { type: 'application/pdf' });
    const id = await putOld('scan.pdf', await pdf(1));
    expect((await documents(clerk).update(key('scan.pdf'), await pdf(2))).error).toBeNull();
    const { data } = await clerk.client.from('file_uploads').select('sha256').eq('id', id).single();
    const split = await edit(portal, clerk, {
      act: 'split',
      document: { id, sha256: data?.sha256 ?? '' },
      parts: [
        { from: 1, to: 1 },
        { from: 2, to: 2 },
      ],
    });
    expect(split.status).toBe(200);
    expect((await documents(john).list(maria.id)).data).toEqual([]);
  });
});
