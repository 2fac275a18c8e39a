import { beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile, SECRET_KEY } from '#tests/support/server/portal.ts';
import { bytesOf, DOCUMENTS, freshBucket, service, tokenOf } from '../support/storage.ts';
import { begun, create, offsetOf, patch, refusedWith, sendRest, tus } from '../support/tus.ts';

const portal = portalForFile();
let bucket: string;
let owner: Person;
let stranger: Person;
let bearer: string;
beforeAll(async () => {
  bucket = await freshBucket(portal, { public: false, fileSizeLimit: 10_000, allowedMimeTypes: ['image/*'] });
  owner = await createPerson(portal);
  stranger = await createPerson(portal);
  bearer = await tokenOf(owner.client);
});

/** The size that all pieces together have on average, beyond the first thousand. */
const PART = 4096;
const part = (letter: string) => Buffer.alloc(PART, letter);
const image = { contentType: 'image/png' };
const idOf = (at: string) => at.split('/').at(-1);
const noUpload = refusedWith(404, 'NoSuchUpload', 'Upload not found');
const conflict = refusedWith(409, 'InvalidUploadOffset', 'Upload-Offset conflict');
const denied = refusedWith(403, 'AccessDenied', 'new row violates row-level security policy');
const duplicate = refusedWith(409, 'KeyAlreadyExists', 'The resource already exists');
/** The message of the protocol's library, as in the hosted service. */
const tooLarge = { status: 413, text: 'Maximum size exceeded\n' };

describe('creating an upload is refused for', () => {
  test('an existing key', async () => {
    await service(portal).storage.from(bucket).upload('taken.png', 'x', image);
    expect(await create(portal, { bucket, key: 'taken.png', length: 3, more: image })).toMatchObject(
      duplicate,
    );
  });

  test('a length above the limit, exact to the byte', async () => {
    expect(await create(portal, { bucket, key: 'fits.png', length: 10_000, more: image })).toMatchObject({
      status: 201,
    });
    expect(await create(portal, { bucket, key: 'big.png', length: 10_001, more: image })).toMatchObject(
      tooLarge,
    );
    const over = 2 * 1024 ** 3 + 1;
    expect(
      await create(portal, { bucket: DOCUMENTS, key: `${owner.id}/big.pdf`, length: over, bearer }),
    ).toMatchObject(tooLarge);
  });

  test('a media type that the bucket does not allow', async () => {
    const sent = await create(portal, {
      bucket,
      key: 'a.txt',
      length: 3,
      more: { contentType: 'text/html' },
    });
    expect(sent).toMatchObject(refusedWith(415, 'InvalidMimeType', 'mime type text/html is not supported'));
  });

  test('more than a thousand unfinished uploads of one person', async () => {
    const hoarder = await createPerson(portal);
    await portal.database.query(
      `with whole as (
         insert into storage.blobs (id) select gen_random_uuid() from generate_series(1, 999) returning id
       )
       insert into storage.uploads
         (id, role, owner, bucket_id, key, upsert, length, content_type, cache_control, tus_metadata)
       select id, 'authenticated', $1::uuid, $2, $1::text || '/' || id || '.pdf', false, 9, 'application/pdf', 'no-cache', ''
       from whole`,
      [hoarder.id, DOCUMENTS],
    );
    const token = await tokenOf(hoarder.client);
    const another = (name: string) =>
      create(portal, { bucket: DOCUMENTS, key: `${hoarder.id}/${name}`, length: 9, bearer: token });
    expect(await another('last.pdf')).toMatchObject({ status: 201 });
    expect(await another('more.pdf')).toMatchObject({ status: 400 });
  });

  test('a missing bucket', async () => {
    const sent = await create(portal, { bucket: 'nowhere', key: 'a.png', length: 3 });
    expect(sent).toMatchObject(refusedWith(404, 'NoSuchBucket', 'Bucket not found'));
  });

  test('an invalid key', async () => {
    for (const key of ['a/../b', '/a', 'a\u0007b', 'x'.repeat(256)]) {
      const sent = await create(portal, { bucket, key, length: 3, more: image });
      expect(sent).toMatchObject(refusedWith(400, 'InvalidKey', `Invalid key: ${key}`));
    }
  });

  test('another client’s folder, a visitor, and a call without a key', async () => {
    const place = { bucket: DOCUMENTS, key: `${owner.id}/w2.pdf`, length: 3 };
    expect(await create(portal, { ...place, bearer: await tokenOf(stranger.client) })).toMatchObject(denied);
    expect(await create(portal, { ...place, bearer: 'sb_publishable_nutmeg' })).toMatchObject(denied);
    expect(await create(portal, { ...place, bearer: null })).toMatchObject(
      refusedWith(400, 'InvalidRequest'),
    );
    expect(await create(portal, { ...place, bearer: 'nonsense' })).toMatchObject({ status: 403 });
    expect(await create(portal, { ...place, key: 'beside.pdf', bearer })).toMatchObject(denied);
  });

  test.each([
    ['no metadata', {}],
    ['no bucket', { 'upload-metadata': 'objectName YQ==' }],
    ['no name', { 'upload-metadata': 'bucketName YQ==' }],
    ['unreadable metadata', { 'upload-metadata': 'bucketName ä' }],
    ['no length', { 'upload-metadata': 'bucketName YQ==,objectName YQ==' }],
    ['a negative length', { 'upload-length': '-1' }],
    ['a length in words', { 'upload-length': 'three' }],
    ['a fingerprint that is none', { 'upload-metadata': 'bucketName YQ==,objectName YQ==,fingerprint enp6' }],
    [
      'metadata of the file that is no object',
      { 'upload-metadata': 'bucketName YQ==,objectName YQ==,metadata WzFd' },
    ],
  ])('a request with %s', async (_what, headers) => {
    const length = 'upload-metadata' in headers && _what !== 'no length' ? { 'upload-length': '3' } : {};
    const sent = await tus(portal, { method: 'POST', headers: { ...length, ...headers } });
    expect(sent).toMatchObject(refusedWith(400, 'InvalidRequest'));
  });

  test('another or no version of the protocol', async () => {
    for (const version of ['0.2.2', '']) {
      const sent = await tus(portal, { method: 'POST', headers: { 'tus-resumable': version } });
      expect(sent).toMatchObject(refusedWith(412, 'UnsupportedTusVersion', 'Tus-Resumable must be 1.0.0'));
      expect(sent.headers.get('tus-version')).toBe('1.0.0');
    }
  });
});

describe('an upload of another person', () => {
  test('answers 404 to every method, except that staff may cancel it', async () => {
    const at = await begun(portal, {
      bucket: DOCUMENTS,
      key: `${owner.id}/mine.txt`,
      length: 2 * PART,
      bearer,
    });
    await patch(portal, at, 0, part('a'), { bearer });
    const admin = await createPerson(portal, { role: 'admin' });
    for (const other of [stranger.client, admin.client]) {
      const theirs = await tokenOf(other);
      expect((await tus(portal, { method: 'HEAD', at, bearer: theirs })).status).toBe(404);
      expect(await patch(portal, at, PART, part('x'), { bearer: theirs })).toMatchObject(noUpload);
    }
    const theirs = await tokenOf(stranger.client);
    expect(await tus(portal, { method: 'DELETE', at, bearer: theirs })).toMatchObject(noUpload);
    expect(await patch(portal, at, PART, part('x'))).toMatchObject(noUpload);
    expect(await offsetOf(portal, at, bearer)).toBe(PART);
    const canceled = await tus(portal, { method: 'DELETE', at, bearer: await tokenOf(admin.client) });
    expect(canceled.status).toBe(204);
    expect((await tus(portal, { method: 'HEAD', at, bearer })).status).toBe(404);
  });

  test('is shown as unfinished to its owner and staff only', async () => {
    const { id, client } = await createPerson(portal);
    const key = `${id}/2024/é long.txt`;
    const mine = { bearer: await tokenOf(client) };
    const more = { fingerprint: 'c0ffee' };
    const at = await begun(portal, { bucket: DOCUMENTS, key, length: 2 * PART, more, ...mine });
    await patch(portal, at, 0, part('a'), mine);
    const listed = {
      id: idOf(at),
      path: '2024/é long.txt',
      size: 2 * PART,
      received: PART,
      fingerprint: 'c0ffee',
      updated_at: expect.any(String),
      mine: true,
      may_cancel: true,
    };
    const admin = await createPerson(portal, { role: 'admin' });
    const seenBy = async (person: Pick<Person, 'client'>) =>
      (await person.client.rpc('unfinished_uploads', { owner: id })).data;
    expect(await seenBy({ client })).toEqual([listed]);
    expect(await seenBy(stranger)).toEqual([]);
    expect(await seenBy(admin)).toEqual([{ ...listed, mine: false }]);
    // The name was taken by another upload, so nothing is left to send.
    await client.storage.from(DOCUMENTS).upload(key, 'whole!');
    expect(await seenBy({ client })).toEqual([]);
  });
});

describe('an unfinished upload', () => {
  const start = (key: string, length = 2 * PART) => begun(portal, { bucket, key, length, more: image });

  test('accepts bytes only at its offset', async () => {
    const at = await start('offset.png');
    await patch(portal, at, 0, part('a'));
    for (const offset of [0, PART - 1, PART + 1, 2 * PART]) {
      expect(await patch(portal, at, offset, part('x'))).toMatchObject(conflict);
    }
    expect(await patch(portal, at, PART, Buffer.alloc(PART + 1, 'd'))).toMatchObject(tooLarge);
    expect(await offsetOf(portal, at)).toBe(PART);
    expect((await patch(portal, at, PART, part('d'))).status).toBe(204);
    expect(await patch(portal, at, 2 * PART, part('g'))).toMatchObject(tooLarge);
  });

  test('requires Upload-Offset and the content type of the protocol', async () => {
    const at = await start('typed.png');
    const type = { 'content-type': 'application/offset+octet-stream' };
    const send = (headers: Record<string, string>) =>
      tus(portal, { method: 'PATCH', at, headers, body: part('a') });
    expect((await send(type)).status).toBe(400);
    expect((await send({ 'upload-offset': '0', 'content-type': 'text/plain' })).status).toBe(400);
    expect((await send({ ...type, 'upload-offset': '-1' })).status).toBe(400);
    expect(await offsetOf(portal, at)).toBe(0);
  });

  test('of unknown length is limited by the bucket', async () => {
    const at = await begun(portal, { bucket, key: 'endless.png', more: image });
    expect((await patch(portal, at, 0, bytesOf('endless', 5_900))).status).toBe(204);
    expect(await patch(portal, at, 5_900, bytesOf('endless', 4_101))).toMatchObject(tooLarge);
    const declared = { headers: { 'upload-length': '10001' } };
    expect(await patch(portal, at, 5_900, bytesOf('endless', 50), declared)).toMatchObject(tooLarge);
    expect((await patch(portal, at, 5_900, bytesOf('endless', 4_100))).status).toBe(204);
  });

  test('is gone after a week, and after DELETE', async () => {
    const at = await start('week.png');
    await portal.database.query(`update storage.uploads set expires_at = now() where id = $1`, [idOf(at)]);
    expect((await tus(portal, { method: 'HEAD', at })).status).toBe(404);
    expect(await patch(portal, at, 0, part('a'))).toMatchObject(noUpload);
    for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense', '%00', '..%2f..']) {
      expect((await patch(portal, `/${id}`, 0, part('a'))).status).toBe(404);
    }
  });

  test('takes small pieces, but not too many of them', async () => {
    const unnamed = () =>
      portal.database.query(
        `select id from storage.blobs except all (select blob_id from storage.objects
         union all select piece_id from storage.blob_pieces union all select id from storage.uploads) order by id`,
      );
    const before = await unnamed();
    const at = await start('small.png', 2 * PART);
    const tooMany = refusedWith(
      400,
      'InvalidRequest',
      'This upload came in too many small parts. Please send the rest in parts of at least 4096 bytes.',
    );
    // Without a length, the size is unknown until everything has arrived.
    const stream = async (offset: number, text: string) =>
      (
        await fetch(portal.url + at, {
          method: 'PATCH',
          body: new Blob([text]).stream(),
          duplex: 'half',
          headers: {
            authorization: `Bearer ${SECRET_KEY}`,
            'tus-resumable': '1.0.0',
            'upload-offset': String(offset),
            'content-type': 'application/offset+octet-stream',
          },
        } as RequestInit)
      ).status;
    expect((await patch(portal, at, 0, Buffer.from('x'))).status).toBe(204);
    expect(await stream(1, 'y')).toBe(204);
    await portal.database.query('update storage.uploads set pieces = 1001 where id = $1', [idOf(at)]);
    expect(await patch(portal, at, 2, Buffer.from('z'))).toMatchObject(tooMany);
    expect(await stream(2, 'z')).toBe(400);
    expect(await offsetOf(portal, at)).toBe(2);
    // As the message says: larger ones go on, and the last one may have any size.
    expect((await patch(portal, at, 2, part('a'))).status).toBe(204);
    expect((await patch(portal, at, PART + 2, Buffer.alloc(PART - 2, 'b'))).status).toBe(204);
    const { data } = await service(portal).storage.from(bucket).download('small.png');
    expect(await data?.text()).toBe(`xy${'a'.repeat(PART)}${'b'.repeat(PART - 2)}`);
    expect(await unnamed()).toEqual(before);
  });

  test('has at most twenty thousand pieces', async () => {
    const at = await start('many.png');
    await patch(portal, at, 0, part('a'));
    const count = (pieces: number) =>
      portal.database.query('update storage.uploads set pieces = $2 where id = $1', [idOf(at), pieces]);
    await count(20_000);
    expect(await patch(portal, at, PART, part('b'))).toMatchObject(refusedWith(400, 'InvalidRequest'));
    expect(await offsetOf(portal, at)).toBe(PART);
    await count(19_999);
    expect((await patch(portal, at, PART, part('b'))).status).toBe(204);
  });

  test('is refused when the session ends', async () => {
    const { id, client } = await createPerson(portal);
    const mine = { bearer: await tokenOf(client) };
    const at = await begun(portal, { bucket: DOCUMENTS, key: `${id}/a.txt`, length: 2 * PART, ...mine });
    await patch(portal, at, 0, part('a'), mine);
    await client.auth.signOut();
    expect((await tus(portal, { method: 'HEAD', at, ...mine })).status).toBe(403);
    expect(await patch(portal, at, PART, part('d'), mine)).toMatchObject(refusedWith(403, 'AccessDenied'));
    const objects = await portal.database.query('select from storage.objects where name = $1', [
      `${id}/a.txt`,
    ]);
    expect(objects).toEqual([]);
  });

  test('whose key was taken in between can finish when the key is free', async () => {
    const at = await start('meanwhile.png');
    await patch(portal, at, 0, part('a'));
    const files = service(portal).storage.from(bucket);
    await files.upload('meanwhile.png', 'other', image);
    expect(await patch(portal, at, PART, part('d'))).toMatchObject(duplicate);
    expect(await offsetOf(portal, at)).toBe(PART);
    await files.remove(['meanwhile.png']);
    expect((await patch(portal, at, PART, part('d'))).status).toBe(204);
    expect(await (await files.download('meanwhile.png')).data?.text()).toBe(`${part('a')}${part('d')}`);
  });

  test('is refused at the end if the right was taken away', async () => {
    const staff = await createPerson(portal, { role: 'admin' });
    const mine = { bearer: await tokenOf(staff.client) };
    const key = `${owner.id}/by staff.txt`;
    const begin = await create(portal, { bucket: DOCUMENTS, key, length: 2 * PART, ...mine });
    if (begin.status !== 201) throw new Error(JSON.stringify(begin.body));
    const at = begin.headers.get('location') ?? '';
    await patch(portal, at, 0, part('a'), mine);
    await portal.database.query(`select public.change_role($1, 'client', null)`, [staff.id]);
    expect(await patch(portal, at, PART, part('d'), mine)).toMatchObject(denied);
    expect((await service(portal).storage.from(DOCUMENTS).exists(key)).data).toBe(false);
  });

  test('stays correct when two requests send at once', async () => {
    const room = await freshBucket(portal);
    for (let round = 0; round < 5; round++) {
      const bytes = bytesOf(`race ${round}`, 300_000);
      const at = await begun(portal, { bucket: room, key: `race ${round}`, length: bytes.length });
      for (let from = 0; from < bytes.length; from = await offsetOf(portal, at)) {
        const sizes = [40_000, 70_000, 90_000];
        const sent = await Promise.allSettled(
          sizes.map((size) => patch(portal, at, from, bytes.subarray(from, from + size))),
        );
        const statuses = sent.map((one) => (one.status === 'fulfilled' ? one.value.status : 'cut off'));
        const won = statuses.filter((status) => status === 204);
        expect(won.length).toBeLessThanOrEqual(1);
        expect(statuses.every((status) => [204, 409, 'cut off'].includes(status))).toBe(true);
      }
      const { data } = await service(portal).storage.from(room).download(`race ${round}`);
      expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(bytes)).toBe(true);
    }
    await sendRest(
      portal,
      await begun(portal, { bucket: room, key: 'after', length: 3 }),
      Buffer.from('abc'),
      3,
    );
  });
});
