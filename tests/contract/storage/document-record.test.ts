import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { DANA, type DocumentRoom, MARIA, openDocumentRoom, PROGRAM, SAM } from '../support/documents.ts';
import { DOCUMENTS, freshBucket, service } from '../support/storage.ts';

const portal = portalForFile();
let room: DocumentRoom;
beforeAll(async () => {
  room = await openDocumentRoom(portal);
});

const files = (person: Person) => person.client.storage.from(DOCUMENTS);
const key = (path: string) => `${room.maria.id}/${path}`;
const mark = (folder: string) => `${folder}/.emptyFolderPlaceholder`;
let number = 0;
/** A folder for one test. */
let place: string;
beforeEach(async () => {
  number += 1;
  place = `room ${number}`;
  await room.news();
});

async function ok({ error }: { error: unknown }): Promise<void> {
  expect(error).toBeNull();
}

describe('the access record', () => {
  test('has uploads, but no folder placeholders and no refused uploads', async () => {
    const id = await room.put(`${place}/w2.txt`);
    await ok(await files(room.maria).upload(key(mark(`${place}/empty`)), new Blob([])));
    await files(room.maria).upload(key(`${place}/w2.txt`), 'again');
    const theirs = await createPerson(portal);
    await files(theirs).upload(key(`${place}/planted.txt`), 'x');
    await files(theirs).move(key(`${place}/w2.txt`), key(`${place}/taken.txt`));
    expect(await room.news()).toEqual([
      { ...MARIA, action: 'uploaded', document_id: id, path: `${place}/w2.txt` },
    ]);
  });

  test('names the signer for an upload by a signed link', async () => {
    const { data } = await files(room.maria).createSignedUploadUrl(key(`${place}/phone.txt`));
    expect((await fetch(data?.signedUrl ?? '', { method: 'PUT', body: 'photo' })).status).toBe(200);
    expect(await room.news()).toMatchObject([{ ...MARIA, action: 'uploaded', path: `${place}/phone.txt` }]);
  });

  test('distinguishes renames from moves', async () => {
    const id = await room.put(`${place}/a.txt`);
    await room.news();
    await ok(await files(room.maria).move(key(`${place}/a.txt`), key(`${place}/b.txt`)));
    await ok(await files(room.dana).move(key(`${place}/b.txt`), key(`${place}/deep/c.txt`)));
    await ok(await files(room.dana).move(key(`${place}/deep/c.txt`), key(`${place}/deep/c.txt`)));
    expect(await room.news()).toEqual([
      { ...MARIA, action: 'renamed', document_id: id, path: `${place}/a.txt`, new_path: `${place}/b.txt` },
      { ...DANA, action: 'moved', document_id: id, path: `${place}/b.txt`, new_path: `${place}/deep/c.txt` },
    ]);
  });

  test('has one line for a moved folder, with the number of its files', async () => {
    for (const name of ['1.txt', '2.txt', 'deep/3.txt']) await room.put(`${place}/old/${name}`);
    await ok(await files(room.maria).upload(key(mark(`${place}/old/deep`)), new Blob([])));
    await ok(await files(room.maria).upload(key(mark(`${place}/nothing`)), new Blob([])));
    await room.put(`${place}/single/only.txt`);
    await room.news();
    await ok(await files(room.maria).move(key(`${place}/old`), key(`${place}/new`)));
    await ok(await files(room.dana).move(key(`${place}/new/deep`), key(`${place}/deep`)));
    await ok(await files(room.dana).move(key(`${place}/nothing`), key(`${place}/something`)));
    await ok(await files(room.dana).move(key(`${place}/single`), key(`${place}/new/single`)));
    expect(await room.news()).toEqual([
      { ...MARIA, action: 'renamed', path: `${place}/old`, new_path: `${place}/new`, file_count: 3 },
      { ...DANA, action: 'moved', path: `${place}/new/deep`, new_path: `${place}/deep`, file_count: 1 },
      { ...DANA, action: 'renamed', path: `${place}/nothing`, new_path: `${place}/something`, file_count: 0 },
      { ...DANA, action: 'moved', path: `${place}/single`, new_path: `${place}/new/single`, file_count: 1 },
    ]);
  });

  test('has a move between clients in both records, without the other client’s folders', async () => {
    const id = await room.put(`${place}/misfiled.txt`);
    await room.put(`${place}/folder/1.txt`);
    const other = await createPerson(portal);
    await room.news();
    await ok(await files(room.dana).move(key(`${place}/misfiled.txt`), `${other.id}/secret/right.txt`));
    await ok(await files(room.dana).move(key(`${place}/folder`), `${other.id}/secret/folder`));
    expect(await room.news()).toEqual([
      { ...DANA, action: 'moved', document_id: id, path: `${place}/misfiled.txt`, via: 'another_client' },
      { ...DANA, action: 'moved', path: `${place}/folder`, file_count: 1, via: 'another_client' },
    ]);
    const { data } = await other.client
      .from('document_events')
      .select('action, path, new_path, via')
      .order('id');
    expect(data).toEqual([
      { action: 'uploaded', path: 'secret/right.txt', new_path: null, via: 'another_client' },
      { action: 'uploaded', path: 'secret/folder', new_path: null, via: 'another_client' },
    ]);
  });

  test('has a copy for another client in the owner’s record', async () => {
    const id = await room.put(`${place}/w2.txt`);
    const other = await createPerson(portal);
    await room.news();
    await ok(await files(room.dana).copy(key(`${place}/w2.txt`), `${room.dana.id}/mine.txt`));
    await ok(await files(room.dana).copy(key(`${place}/w2.txt`), `${other.id}/w2.txt`));
    expect((await files(other).copy(key(`${place}/w2.txt`), `${other.id}/stolen.txt`)).error).not.toBeNull();
    const copied = { ...DANA, action: 'downloaded', document_id: id, path: `${place}/w2.txt`, via: 'copy' };
    expect(await room.news()).toEqual([copied, copied]);
    await ok(await files(room.dana).copy(key(`${place}/w2.txt`), key(`${place}/again.txt`)));
    expect(await room.news()).toMatchObject([{ action: 'uploaded', path: `${place}/again.txt` }]);
  });

  test('has one line for each deleted file, and one for a deleted folder', async () => {
    const [a, b] = [await room.put(`${place}/a.txt`), await room.put(`${place}/b.txt`)];
    const many = Array.from({ length: 21 }, (_, n) => `${place}/many/${n}.txt`);
    for (const path of [...many, `${place}/marked/x.txt`, `${place}/marked/y/z.txt`]) await room.put(path);
    await ok(await files(room.maria).upload(key(mark(`${place}/marked`)), new Blob([])));
    await ok(await files(room.maria).upload(key(mark(`${place}/marked/y`)), new Blob([])));
    await ok(await files(room.maria).upload(key(mark(`${place}/stays`)), new Blob([])));
    await room.put(`${place}/stays/s.txt`);
    await room.news();
    const remove = async (...paths: string[]) => ok(await files(room.dana).remove(paths.map(key)));
    await remove(`${place}/a.txt`, `${place}/b.txt`, 'not there');
    await remove(...many);
    await remove(
      `${place}/marked/x.txt`,
      mark(`${place}/marked`),
      `${place}/marked/y/z.txt`,
      mark(`${place}/marked/y`),
    );
    // Not deleted: it was not selected.
    await remove(`${place}/stays/s.txt`);
    expect(await room.news()).toEqual([
      { ...DANA, action: 'deleted', document_id: a, path: `${place}/a.txt` },
      { ...DANA, action: 'deleted', document_id: b, path: `${place}/b.txt` },
      { ...DANA, action: 'deleted', path: `${place}/many`, file_count: 21 },
      { ...DANA, action: 'deleted', path: `${place}/marked`, file_count: 2 },
      { ...DANA, action: 'deleted', document_id: expect.any(String), path: `${place}/stays/s.txt` },
    ]);
  });

  test('has one line for each thousand files of a large deleted folder', async () => {
    await room.put(`${place}/years/2024/first.txt`);
    await ok(await files(room.maria).upload(key(mark(`${place}/years`)), new Blob([])));
    await portal.database.query(
      `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, blob_id)
       select bucket_id, $1 || '/' || n % 3 || '/' || n || '.txt', owner, owner_id, metadata, blob_id
       from storage.objects, generate_series(1, 2200) n where name = $1 || '/first.txt'`,
      [key(`${place}/years/2024`)],
    );
    await room.news();
    const all = await portal.database.query<{ name: string }>(
      `select name from storage.objects where starts_with(name, $1) and not nutmeg.is_folder_mark(name) order by name`,
      [key(`${place}/years/2024/`)],
    );
    for (let i = 0; i < all.length; i += 1000) {
      await ok(await files(room.dana).remove(all.slice(i, i + 1000).map(({ name }) => name)));
    }
    const path = `${place}/years/2024`;
    expect(await room.news()).toEqual([
      { ...DANA, action: 'deleted', path, file_count: 1000, via: 'part' },
      { ...DANA, action: 'deleted', path, file_count: 1000, via: 'part' },
      { ...DANA, action: 'deleted', path, file_count: 201 },
    ]);
  });

  test('has no line for a client’s refused deletion', async () => {
    await room.put(`${place}/kept.txt`);
    await room.news();
    expect((await files(room.maria).remove([key(`${place}/kept.txt`)])).data).toEqual([]);
    expect(await room.news()).toEqual([]);
  });

  test('has replacements, and no name for the service key', async () => {
    const id = await room.put(`${place}/draft.txt`);
    await room.news();
    await ok(
      await files(room.sam).update(key(`${place}/draft.txt`), new Blob(['other'], { type: 'text/plain' })),
    );
    const program = service(portal).storage.from(DOCUMENTS);
    await ok(await program.move(key(`${place}/draft.txt`), key(`${place}/final.txt`)));
    await ok(await program.copy(key(`${place}/final.txt`), key(`${place}/copy.txt`)));
    await ok(await program.remove([key(`${place}/copy.txt`)]));
    const final = { document_id: id, path: `${place}/draft.txt` };
    const copy = { document_id: expect.any(String), path: `${place}/copy.txt` };
    expect(await room.news()).toEqual([
      { ...SAM, action: 'uploaded', ...final, via: 'replacement' },
      { ...PROGRAM, action: 'renamed', ...final, new_path: `${place}/final.txt` },
      { ...PROGRAM, action: 'uploaded', ...copy },
      { ...PROGRAM, action: 'deleted', ...copy },
    ]);
  });

  test('has moves out of the bucket and back, and nothing of other buckets', async () => {
    const bucket = await freshBucket(portal);
    const { storage } = service(portal);
    const id = await room.put(`${place}/out.txt`);
    await room.news();
    await ok(
      await storage.from(DOCUMENTS).move(key(`${place}/out.txt`), 'there.txt', { destinationBucket: bucket }),
    );
    await ok(await storage.from(bucket).move('there.txt', 'f/elsewhere.txt'));
    await ok(await storage.from(bucket).move('f', 'g'));
    await ok(
      await storage
        .from(bucket)
        .move('g/elsewhere.txt', key(`${place}/in.txt`), { destinationBucket: DOCUMENTS }),
    );
    expect(await room.news()).toEqual([
      { ...PROGRAM, action: 'moved', document_id: id, path: `${place}/out.txt`, via: 'another_bucket' },
      { ...PROGRAM, action: 'uploaded', document_id: id, path: `${place}/in.txt`, via: 'another_bucket' },
    ]);
    expect(await room.countOf(id)).toBe(0);
  });

  test('keeps the role that a person had at the time', async () => {
    const leaving = await createPerson(portal, {
      role: 'admin',
      data: { first_name: 'Kim', last_name: 'Old' },
    });
    const id = await room.put(`${place}/a.txt`);
    await room.news();
    await ok(await files(leaving).move(key(`${place}/a.txt`), key(`${place}/b.txt`)));
    await portal.database.query(`select public.change_role($1, 'client', null)`, [leaving.id]);
    await portal.database.query('delete from auth.users where id = $1', [leaving.id]);
    expect(await room.news()).toMatchObject([
      { actor_name: 'Kim Old', actor_role: 'admin', action: 'renamed', document_id: id },
    ]);
  });

  test('is append only, also for the database’s owner', async () => {
    for (const change of ['delete from', 'truncate']) {
      await expect(portal.database.query(`${change} public.document_events`)).rejects.toMatchObject({
        code: '42501',
      });
    }
    await expect(
      portal.database.query('update public.document_events set path = $1', ['x']),
    ).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('agrees with the list of documents after folders have moved', async () => {
    await room.put(`${place}/x/1.txt`);
    await room.put(`${place}/x/y/2.txt`);
    await ok(await files(room.maria).move(key(`${place}/x`), key(`${place}/z`)));
    expect(
      await portal.database.query(
        `select o.name from storage.objects o left join public.file_uploads f on f.id = o.id and f.file_path = o.name
           and f.file_name = storage.filename(o.name) and o.owner_id = f.user_id::text
           and coalesce(f.parent_folder, '') = array_to_string((storage.foldername(o.name))[2:], '/')
         where o.name like $1 || '%' and f.id is null`,
        [key(place)],
      ),
    ).toEqual([]);
  });
});
