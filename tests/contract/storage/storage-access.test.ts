import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { paper } from '#tests/support/papers.ts';
import { createPerson, type Person, visitor } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, portalForFile } from '#tests/support/server/portal.ts';
import { bytesOf, DOCUMENTS, denied, noObject, refusal, storageFetch, tokenOf } from '../support/storage.ts';

const portal = portalForFile();
let owner: Person;
let stranger: Person;
let staff: Person;
const in_ = ({ client }: Pick<Person, 'client'>) => client.storage.from(DOCUMENTS);

beforeAll(async () => {
  owner = await createPerson(portal);
  stranger = await createPerson(portal);
  staff = await createPerson(portal, { role: 'admin' });
});

const JSON_HEADERS = { 'content-type': 'application/json' };
const post = (path: string, body: unknown) => ({
  path,
  method: 'POST',
  body: JSON.stringify(body),
  headers: JSON_HEADERS,
});

/** Every call that requires a caller. */
const calls = (key: string) => [
  { path: 'bucket', method: 'GET' },
  { path: `bucket/${DOCUMENTS}`, method: 'GET' },
  { ...post('bucket', { name: 'mine', id: 'mine', public: true }) },
  { path: `bucket/${DOCUMENTS}`, method: 'DELETE' },
  post(`bucket/${DOCUMENTS}/empty`, {}),
  { path: `object/${DOCUMENTS}/${key}.new`, method: 'POST', body: 'x' },
  { path: `object/${DOCUMENTS}/${key}`, method: 'PUT', body: 'x' },
  { path: `object/authenticated/${DOCUMENTS}/${key}`, method: 'GET' },
  { path: `object/info/authenticated/${DOCUMENTS}/${key}`, method: 'GET' },
  post(`object/list/${DOCUMENTS}`, { prefix: owner.id }),
  post(`object/list-v2/${DOCUMENTS}`, { prefix: owner.id }),
  post('object/move', { bucketId: DOCUMENTS, sourceKey: key, destinationKey: `${key}.moved` }),
  post('object/copy', { bucketId: DOCUMENTS, sourceKey: key, destinationKey: `${key}.copied` }),
  post(`object/sign/${DOCUMENTS}/${key}`, { expiresIn: 60 }),
  post(`object/sign/${DOCUMENTS}`, { expiresIn: 60, paths: [key] }),
  post(`object/upload/sign/${DOCUMENTS}/${key}.new`, {}),
  { path: `object/${DOCUMENTS}/${key}`, method: 'DELETE' },
  { ...post(`object/${DOCUMENTS}`, { prefixes: [key] }), method: 'DELETE' },
];

describe('access to objects', () => {
  let key: string;
  beforeAll(async () => {
    key = `${owner.id}/2024/w2.pdf`;
    const { error } = await in_(owner).upload(key, paper(key, 'wages'), { contentType: 'application/pdf' });
    if (error) throw error;
  });

  test('the owner and staff can read an object', async () => {
    for (const person of [owner, staff]) {
      expect(await (await in_(person).download(key)).data?.text()).toContain('wages');
      expect((await in_(person).info(key)).error).toBeNull();
      expect((await in_(person).list(`${owner.id}/2024`)).data).toHaveLength(1);
    }
  });

  test('other clients and visitors get 404, and can’t write', async () => {
    for (const other of [stranger, { client: visitor(portal) }]) {
      const theirs = in_(other);
      expect(refusal(await theirs.download(key))).toEqual(noObject);
      expect(refusal(await theirs.info(key))).toEqual(noObject);
      expect((await theirs.exists(key)).data).toBe(false);
      expect((await theirs.list(owner.id)).data).toEqual([]);
      expect((await theirs.listV2({ prefix: owner.id })).data?.objects).toEqual([]);
      expect((await theirs.remove([key])).data).toEqual([]);
      expect(refusal(await theirs.move(key, `${owner.id}/x`))).toEqual(noObject);
      expect(refusal(await theirs.copy(key, `${stranger.id}/x`))).toEqual(noObject);
      expect(refusal(await theirs.createSignedUrl(key, 60))).toEqual(noObject);
      expect(refusal(await theirs.upload(`${owner.id}/planted.pdf`, 'x'))).toEqual(denied);
      // The error does not reveal whether the name exists.
      expect(refusal(await theirs.upload(key, 'x'))).toEqual(denied);
      expect(refusal(await theirs.upload(key, 'x', { upsert: true }))).toEqual(denied);
    }
    expect(await (await in_(owner).download(key)).data?.text()).toContain('wages');
  });

  test('refuses a forbidden upload before its body is sent', async () => {
    const { hostname, port } = new URL(portal.url);
    const sending = request({
      hostname,
      port,
      method: 'POST',
      path: `/storage/v1/object/${DOCUMENTS}/${owner.id}/planted.pdf`,
      headers: { authorization: `Bearer ${await tokenOf(stranger.client)}`, 'content-length': '5000000' },
    });
    sending.write(bytesOf('the beginning', 10_000));
    // The rest is never sent, and the server still responds.
    const [response] = await once(sending, 'response');
    expect(JSON.parse(await text(response))).toMatchObject({ statusCode: '403', code: 'AccessDenied' });
    sending.on('error', () => undefined);
    sending.destroy();
  });

  test('refuses every call without a key', async () => {
    for (const { path, ...call } of calls(key)) {
      const answer = await storageFetch(portal, path, { ...call, bearer: null });
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        400,
        {
          statusCode: '400',
          error: 'Error',
          message: "headers must have required property 'authorization'",
          code: 'InvalidRequest',
        },
      ]);
    }
  });

  test('refuses every call with a bad token', async () => {
    const good = await tokenOf(owner.client);
    const forged = `${good.slice(0, -10)}AAAAAAAAAA`;
    for (const bearer of ['nonsense', forged, 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.']) {
      for (const { path, ...call } of calls(key)) {
        const answer = await storageFetch(portal, path, { ...call, bearer });
        expect([path, answer.status, await answer.json()]).toEqual([
          path,
          400,
          {
            statusCode: '403',
            error: 'Unauthorized',
            message: 'signature verification failed',
            code: 'AccessDenied',
          },
        ]);
      }
    }
    expect((await in_(owner).exists(key)).data).toBe(true);
  });

  test('treats the publishable key as a visitor', async () => {
    const answer = await storageFetch(portal, `object/authenticated/${DOCUMENTS}/${key}`, {
      bearer: null,
      headers: { apikey: PUBLISHABLE_KEY },
    });
    expect(await answer.json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' });
  });

  test('refuses an unexpired token whose session has ended', async () => {
    const leaving = await createPerson(portal);
    await in_(leaving).upload(`${leaving.id}/a.txt`, 'x');
    const bearer = await tokenOf(leaving.client);
    const download = { path: `object/authenticated/${DOCUMENTS}/${leaving.id}/a.txt`, method: 'GET' };
    // Until then it opens the document, on every connection.
    const before = await Promise.all(
      Array.from({ length: 12 }, () => storageFetch(portal, download.path, { bearer })),
    );
    expect(before.map(({ status }) => status)).toEqual(Array(12).fill(200));
    await leaving.client.auth.signOut();
    for (const { path, ...call } of [
      ...Array(12).fill(download),
      { path: `object/${DOCUMENTS}/${leaving.id}/a.txt`, method: 'GET' },
      { path: `object/${DOCUMENTS}/${leaving.id}/b.txt`, method: 'POST', body: 'x' },
      post(`object/list/${DOCUMENTS}`, {}),
    ]) {
      const answer = await storageFetch(portal, path, { ...call, bearer });
      expect(await answer.json()).toMatchObject({ statusCode: '403', code: 'AccessDenied' });
    }
  });

  test('applies a demotion at once', async () => {
    const former = await createPerson(portal, { role: 'admin' });
    const downloads = () => Promise.all(Array.from({ length: 12 }, () => in_(former).download(key)));
    expect((await in_(former).exists(key)).data).toBe(true);
    for (const { error } of await downloads()) expect(error).toBeNull();
    await portal.database.query(`select public.change_role($1, 'client', null)`, [former.id]);
    expect((await in_(former).exists(key)).data).toBe(false);
    for (const { error } of await downloads()) expect(error).not.toBeNull();
    expect((await in_(former).remove([key])).data).toEqual([]);
  });

  test('answers unknown routes in the storage error format', async () => {
    for (const path of ['nowhere', 'object', 'render/image/public/a/b', 'upload/resumable-not']) {
      const answer = await storageFetch(portal, path);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ statusCode: '404', code: 'NotFound' });
    }
    const unreadable = await storageFetch(portal, `object/${DOCUMENTS}/%ff%fe`);
    expect(await unreadable.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' });
    const noJson = await storageFetch(portal, 'object/move', {
      method: 'POST',
      body: '{',
      headers: JSON_HEADERS,
    });
    expect(await noJson.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' });
  });
});

describe('file_uploads', () => {
  const rows = (id: string) =>
    portal.database.query(
      `select file_name, file_path, file_size::int, file_type, parent_folder, download_count from public.file_uploads
       where user_id = $1 order by file_path collate "C"`,
      [id],
    );

  test('follows all changes of the objects', async () => {
    const { id, client } = await createPerson(portal);
    const documents = client.storage.from(DOCUMENTS);
    await documents.upload(`${id}/2024/.emptyFolderPlaceholder`, '');
    expect(await rows(id)).toEqual([]);
    const [wages, jpeg, better] = [paper('w2.pdf'), paper('photo.jpg'), paper('photo.png', 'better')];
    await documents.upload(`${id}/2024/w2.pdf`, wages, { contentType: 'application/pdf' });
    await documents.upload(`${id}/photo.jpg`, jpeg, { contentType: 'image/jpeg' });
    const w2 = {
      file_name: 'w2.pdf',
      file_size: wages.length,
      file_type: 'application/pdf',
      download_count: 0,
    };
    const photo = {
      file_name: 'photo.jpg',
      file_path: `${id}/photo.jpg`,
      file_size: jpeg.length,
      file_type: 'image/jpeg',
      parent_folder: null,
      download_count: 0,
    };
    expect(await rows(id)).toEqual([{ ...w2, file_path: `${id}/2024/w2.pdf`, parent_folder: '2024' }, photo]);
    await documents.move(`${id}/2024`, `${id}/Old/2024 taxes`);
    expect(await rows(id)).toEqual([
      { ...w2, file_path: `${id}/Old/2024 taxes/w2.pdf`, parent_folder: 'Old/2024 taxes' },
      photo,
    ]);
    await documents.copy(`${id}/photo.jpg`, `${id}/Old/photo 2.jpg`);
    expect(await rows(id)).toHaveLength(3);
    const theirs = staff.client.storage.from(DOCUMENTS);
    await theirs.update(`${id}/photo.jpg`, better, { contentType: 'image/png' });
    expect((await rows(id)).at(-1)).toEqual({ ...photo, file_size: better.length, file_type: 'image/png' });
    await theirs.move(`${id}/photo.jpg`, `${stranger.id}/photo.jpg`);
    expect(await rows(id)).toHaveLength(2);
    expect((await rows(stranger.id)).at(-1)).toMatchObject({ file_path: `${stranger.id}/photo.jpg` });
    await theirs.remove([`${id}/Old/photo 2.jpg`, `${id}/Old/2024 taxes/w2.pdf`, `${stranger.id}/photo.jpg`]);
    expect(await rows(id)).toEqual([]);
    expect(await rows(stranger.id)).toEqual([]);
  });

  test('does not accept rows for refused uploads', async () => {
    const before = await rows(owner.id);
    await in_(stranger).upload(`${owner.id}/planted.pdf`, 'x');
    await in_(owner).move(`${owner.id}/2024`, `${stranger.id}/2024`);
    expect(await rows(owner.id)).toEqual(before);
    expect(await rows(stranger.id)).toEqual([]);
  });
});
