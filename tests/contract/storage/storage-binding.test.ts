import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { DOCUMENTS, service, tokenOf } from '../support/storage.ts';
import { begun, sendRest } from '../support/tus.ts';

// Attacks by a person who can write to the database but has no keys.
const portal = portalForFile();
let victim: Person;
let thief: Person;
let admin: Person;
const SECRET = 'wages, tips: 54321 '.repeat(1000);
beforeAll(async () => {
  victim = await createPerson(portal);
  thief = await createPerson(portal);
  admin = await createPerson(portal, { role: 'admin' });
});

const of = ({ client }: Pick<Person, 'client'>) => client.storage.from(DOCUMENTS);
const sql = (text: string, values: unknown[] = []) => portal.database.query(text, values);

async function handIn(person: Person, text: string): Promise<string> {
  const key = `${person.id}/${randomUUID()}.txt`;
  expect((await of(person).upload(key, text)).error).toBeNull();
  return key;
}

async function handInPieces(person: Person, text: string): Promise<string> {
  const key = `${person.id}/${randomUUID()}.txt`;
  const bytes = Buffer.from(text);
  const bearer = await tokenOf(person.client);
  const at = await begun(portal, { bucket: DOCUMENTS, key, length: bytes.length, bearer });
  await sendRest(portal, at, bytes, 7000, { bearer });
  return key;
}

const read = async (person: Pick<Person, 'client'>, key: string) =>
  (await of(person).download(key)).data?.text();
const blobOf = async (key: string) =>
  (await sql('select blob_id from storage.objects where name = $1', [key]))[0]?.blob_id;

describe.each([
  ['whole', handIn],
  ['in pieces', handInPieces],
])('a document uploaded %s', (_way, bring) => {
  test('can’t be read through another object that names its blob', async () => {
    const [wanted, own, another] = [
      await bring(victim, SECRET),
      await bring(thief, 'mine '.repeat(4000)),
      await bring(victim, 'other '.repeat(3000)),
    ];
    await sql('update storage.objects set blob_id = $2 where name = $1', [own, await blobOf(wanted)]);
    expect(await read(thief, own)).toBeUndefined();
    // Also not through another document of the same person, or with all metadata copied.
    await sql('update storage.objects set blob_id = $2 where name = $1', [another, await blobOf(wanted)]);
    expect(await read(victim, another)).toBeUndefined();
    await sql(
      `update storage.objects o set blob_id = w.blob_id, version = w.version, metadata = w.metadata
       from storage.objects w where o.name = $1 and w.name = $2`,
      [own, wanted],
    );
    expect(await read(thief, own)).toBeUndefined();
    expect(await read(victim, wanted)).toBe(SECRET);
  });

  test('can’t be read after its row is moved or its proof removed, also when staff move it', async () => {
    const wanted = await bring(victim, SECRET);
    const stolen = `${thief.id}/${randomUUID()}.txt`;
    await sql('update storage.objects set name = $2 where name = $1', [wanted, stolen]);
    expect(await read(thief, stolen)).toBeUndefined();
    await sql(`update storage.objects set version = split_part(version, '.', 1) where name = $1`, [stolen]);
    expect(await read(thief, stolen)).toBeUndefined();
    const third = await createPerson(portal);
    await of(admin).move(stolen, `${third.id}/a.txt`);
    expect(await read(third, `${third.id}/a.txt`)).toBeUndefined();
    await of(admin).copy(`${third.id}/a.txt`, `${thief.id}/b.txt`);
    expect(await read(thief, `${thief.id}/b.txt`)).toBeUndefined();
  });

  test('stays readable when its object is renamed, moved to another client, copied, deleted and restored', async () => {
    const key = await bring(victim, SECRET);
    const renamed = `${victim.id}/2026/${randomUUID()}.txt`;
    expect((await of(victim).move(key, renamed)).error).toBeNull();
    expect(await read(victim, renamed)).toBe(SECRET);
    const copy = `${thief.id}/given/${randomUUID()}.txt`;
    expect((await of(admin).copy(renamed, copy)).error).toBeNull();
    expect(await read(thief, copy)).toBe(SECRET);
    const given = `${admin.id}/${randomUUID()}`;
    expect((await of(admin).move(`${thief.id}/given`, given)).error).toBeNull();
    expect(await read(admin, copy.replace(`${thief.id}/given`, given))).toBe(SECRET);
    const { data: gone } = await of(admin).remove([renamed]);
    const ids = gone?.map(({ id }) => id) as string[];
    expect((await admin.client.rpc('restore_documents', { document_ids: ids })).error).toBeNull();
    expect(await read(victim, renamed)).toBe(SECRET);
    // A file that staff replace goes to the trash under a new id.
    await of(admin).update(renamed, 'new words');
    expect(await read(victim, renamed)).toBe('new words');
    const [former] = await sql(
      'select id from public.trashed_documents where owner_id = $1 order by deleted_at desc limit 1',
      [victim.id],
    );
    const restored = await admin.client.rpc('restore_documents', { document_ids: [String(former?.id)] });
    const path = restored.data?.[0]?.path;
    expect(await read(victim, `${victim.id}/${path}`)).toBe(SECRET);
    expect(await service(portal).storage.from(DOCUMENTS).exists(renamed)).toMatchObject({ data: true });
  });
});

test('pieces can’t be used in another document or left out', async () => {
  const [wanted, own] = [await handInPieces(victim, SECRET), await handInPieces(thief, SECRET)];
  const theirs = await blobOf(wanted);
  const mine = await blobOf(own);
  await sql('delete from storage.blob_pieces where blob_id = $1', [mine]);
  await sql(`update storage.blob_pieces set blob_id = $2 where blob_id = $1`, [theirs, mine]);
  expect(await read(thief, own)).toBeUndefined();
  await sql(`update storage.blob_pieces set blob_id = $2 where blob_id = $1`, [mine, theirs]);
  expect(await read(victim, wanted)).toBe(SECRET);
  await sql(
    `delete from storage.blob_pieces where blob_id = $1
       and position = (select max(position) from storage.blob_pieces where blob_id = $1)`,
    [theirs],
  );
  expect(await read(victim, wanted)).toBeUndefined();
});
