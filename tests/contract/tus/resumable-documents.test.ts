import { beforeAll, describe, expect, test } from 'vitest';
import { paper } from '#tests/support/papers.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { bytesOf, DOCUMENTS, freshBucket, service, storageFetch, tokenOf } from '../support/storage.ts';
import { begun, create, offsetOf, patch, refusedWith, sendRest, tus } from '../support/tus.ts';

const portal = portalForFile();
let person: Person;
let bearer: string;
beforeAll(async () => {
  person = await createPerson(portal);
  bearer = await tokenOf(person.client);
});

const documents = () => person.client.storage.from(DOCUMENTS);
const keyOf = (name: string) => `${person.id}/${name}`;
const EXE = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), bytesOf('program', 30_000)]);
const PAGE = Buffer.from('<!doctype html><script>alert(1)</script>');

const refusals: [string, string, Buffer, RegExp][] = [
  ['an empty file', 'empty.pdf', Buffer.alloc(0), /^This file is empty\. Please /],
  ['a program by its name', 'setup.exe', EXE, /^We can’t take files that end in “\.exe”\. Please /],
  ['a program by its content', 'W2.pdf', EXE, /^This is a program, not a document\. Please /],
  ['a page called a photo', 'photo.jpg', PAGE, /^This is a web page, not a document\. Please /],
  [
    'something else than its name says',
    'W2.pdf',
    paper('x.png'),
    /ends in “\.pdf”, but it’s a different kind of file/,
  ],
  [
    'a PDF without its end',
    'W2.pdf',
    paper('W2.pdf').subarray(0, -8 - 10),
    /^The end of this PDF is missing/,
  ],
  ['a picture without its end', 'a.png', paper('a.png').subarray(0, -8), /^Part of this picture is missing/],
];

describe('a refused document gets a message for the client', () => {
  test.each(refusals)('%s: as a standard upload', async (_what, name, bytes, sentence) => {
    const { error } = await documents().upload(keyOf(name), bytes, { contentType: 'application/pdf' });
    expect(error).toMatchObject({ statusCode: '415', code: 'InvalidMimeType' });
    expect(error?.message).toMatch(sentence);
    expect((await documents().exists(keyOf(name))).data).toBe(false);
  });

  test.each(refusals)('%s: as a form', async (_what, name, bytes, sentence) => {
    const { error } = await documents().upload(keyOf(name), new Blob([Uint8Array.from(bytes)]));
    expect(error?.message).toMatch(sentence);
  });

  test.each(refusals)('%s: by a signed link', async (_what, name, bytes, sentence) => {
    const { data } = await documents().createSignedUploadUrl(keyOf(name));
    const sent = await fetch(data?.signedUrl ?? '', { method: 'PUT', body: Uint8Array.from(bytes) });
    expect(await sent.json()).toMatchObject({
      statusCode: '415',
      message: expect.stringMatching(sentence),
    });
  });

  test.each(refusals)(
    '%s: in pieces',
    async (_what, name, bytes, sentence) => {
      const refused = refusedWith(415, 'InvalidMimeType');
      const upload = { bucket: DOCUMENTS, key: keyOf(name), length: bytes.length, bearer };
      const piece = Math.max(Math.ceil(bytes.length / 6), 4096);
      let answer = await create(portal, upload);
      const at = answer.headers.get('location');
      for (let from = 0; at !== null && answer.status < 300 && from < bytes.length; from += piece) {
        answer = await patch(portal, at, from, bytes.subarray(from, from + piece), { bearer });
      }
      expect(answer).toMatchObject(refused);
      expect(answer.body?.message).toMatch(sentence);
      if (at !== null) expect((await tus(portal, { method: 'HEAD', at, bearer })).status).toBe(404);
      expect((await documents().exists(keyOf(name))).data).toBe(false);
    },
    120_000,
  );

  test('as soon as its first bytes are received', async () => {
    const upload = { bucket: DOCUMENTS, key: keyOf('big.pdf'), length: 2_000_000_000, bearer };
    const at = await begun(portal, upload);
    const answer = await patch(portal, at, 0, EXE, { bearer });
    expect(answer).toMatchObject(refusedWith(415, 'InvalidMimeType'));
    expect(answer.body?.message).toMatch(/^This is a program/);
    expect((await person.client.rpc('unfinished_uploads', { owner: person.id })).data).toEqual([]);
  });

  test('also if the first bytes came in small pieces', async () => {
    const upload = { bucket: DOCUMENTS, key: keyOf('small pieces.pdf'), length: 2_000_000_000, bearer };
    const at = await begun(portal, upload);
    expect((await patch(portal, at, 0, EXE.subarray(0, 5000), { bearer })).status).toBe(204);
    const answer = await patch(portal, at, 5000, EXE.subarray(5000, 15_000), { bearer });
    expect(answer).toMatchObject(refusedWith(415, 'InvalidMimeType'));
  });

  test('and leaves no bytes', async () => {
    const count = async () =>
      (await portal.database.query<{ n: number }>('select count(*)::int as n from storage.blobs'))[0]?.n;
    const before = await count();
    await documents().upload(keyOf('W2.pdf'), EXE);
    await documents().upload(keyOf('W2.pdf'), paper('W2.pdf').subarray(0, -8 - 10));
    expect(await count()).toBe(before);
  });
});

describe('an accepted document', () => {
  test.each([
    ['W2.pdf', paper('W2.pdf'), 'application/pdf'],
    ['really heic.jpg', paper('x.heic'), 'image/heic'],
    ['scan without ending', paper('x.pdf'), 'application/pdf'],
    ['list.csv', Buffer.from('a,b\n'), 'text/csv'],
  ])('gets the detected type, not the claimed one: %s', async (name, bytes, type) => {
    const claim = { contentType: 'text/html' };
    await documents().upload(keyOf(`plain/${name}`), bytes, claim);
    const upload = { bucket: DOCUMENTS, key: keyOf(`tus/${name}`), length: bytes.length, bearer };
    const at = await begun(portal, { ...upload, more: claim });
    await sendRest(portal, at, bytes, 4096, { bearer });
    for (const way of ['plain', 'tus']) {
      expect((await documents().info(keyOf(`${way}/${name}`))).data?.contentType).toBe(type);
    }
  });

  test('keeps that type when it is copied', async () => {
    await documents().upload(keyOf('original.pdf'), paper('original.pdf'));
    const body = {
      bucketId: DOCUMENTS,
      sourceKey: keyOf('original.pdf'),
      destinationKey: keyOf('copy.pdf'),
      copyMetadata: false,
      metadata: { mimetype: 'text/html' },
    };
    const sent = await storageFetch(portal, 'object/copy', {
      method: 'POST',
      bearer,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(sent.status).toBe(200);
    expect((await documents().info(keyOf('copy.pdf'))).data?.contentType).toBe('application/pdf');
  });

  test('is checked across the borders of pieces', async () => {
    const bytes = Buffer.concat([
      Buffer.from('%PDF-1.4\n'),
      bytesOf('long', 60_000),
      Buffer.from('\n%%EOF\n'),
    ]);
    for (const [n, cuts] of [[4096], [5000, 9100], [4100, 59_000], [60_010], [8191, 60_012]].entries()) {
      const key = keyOf(`borders ${n}.pdf`);
      const at = await begun(portal, { bucket: DOCUMENTS, key, length: bytes.length, bearer });
      for (const cut of [...cuts, bytes.length]) {
        const from = await offsetOf(portal, at, bearer);
        const { status } = await patch(portal, at, from, bytes.subarray(from, cut), { bearer });
        expect(status).toBe(204);
      }
      expect((await documents().info(key)).data?.contentType).toBe('application/pdf');
    }
  });

  test('may have any type for the service key, and in other buckets', async () => {
    const own = await service(portal).storage.from(DOCUMENTS).upload(keyOf('backup.exe'), EXE);
    expect(own.error).toBeNull();
    const bucket = await freshBucket(portal);
    expect((await service(portal).storage.from(bucket).upload('x.exe', EXE)).error).toBeNull();
  });

  test('may be an empty folder placeholder', async () => {
    for (const mark of ['.emptyFolderPlaceholder', '.placeholder']) {
      const path = `object/${DOCUMENTS}/${keyOf(`f/${mark}`)}`;
      expect((await storageFetch(portal, path, { method: 'POST', body: 'x', bearer })).status).toBe(200);
      expect((await documents().info(keyOf(`f/${mark}`))).data?.size).toBe(0);
    }
  });
});
