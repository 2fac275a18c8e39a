import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { type RawAnswer, type RawCall, rawCaller } from '../support/raw-call.ts';
import { DOCUMENTS, tokenOf } from '../support/storage.ts';
import { tusMetadata } from '../support/tus.ts';

const SECRET = 'the number that no one else may read';
const STOLEN = 'stolen.txt';

const portal = portalForFile();
let wire: ReturnType<typeof rawCaller>;
let attacker: Person;
let victim: Person;
let bearer: string;
let victimsBearer: string;
/** The victim's, and those of earlier files. */
let others: Set<string>;

beforeAll(async () => {
  wire = rawCaller(portal.url);
  [attacker, victim] = [await createPerson(portal), await createPerson(portal)];
  [bearer, victimsBearer] = [await tokenOf(attacker.client), await tokenOf(victim.client)];
  for (const [person, text] of [
    [attacker, 'mine'],
    [victim, SECRET],
  ] as const) {
    const { error } = await person.client.storage.from(DOCUMENTS).upload(`${person.id}/w2.txt`, text);
    if (error) throw error;
  }
  others = new Set((await stored()).map(({ name }) => name).filter((name) => !name.startsWith(attacker.id)));
});
afterAll(async () => {
  wire?.close();
});

/** The name in a request path. `A` is the attacker's root, `V` the victim's. */
const paths = [
  `A/../V/${STOLEN}`,
  'A/../V/w2.txt',
  `A/a/../../V/${STOLEN}`,
  'A/a/../../b',
  'A/..',
  '..',
  '../../etc/passwd',
  '.',
  'A/.',
  'A/./w2.txt',
  `A/%2e%2e/V/${STOLEN}`,
  'A/%2e%2e/V/w2.txt',
  'A/%2E%2E%2FV%2Fw2.txt',
  'A%2f..%2fV%2fw2.txt',
  `A/.%2e/V/${STOLEN}`,
  'A/%252e%252e/V/w2.txt',
  'A/%252e%252e%252fV%252fw2.txt',
  'A/..%5c..%5cV%5cw2.txt',
  'A\\..\\V\\w2.txt',
  'A/%c0%ae%c0%ae/V/w2.txt',
  'A/%e0%80%ae%e0%80%ae/V/w2.txt',
  'A/%uff0e%uff0e/V/w2.txt',
  'A/%EF%BC%8E%EF%BC%8E/V/w2.txt',
  'A/..;/V/w2.txt',
  'A/x%00.txt',
  'A/x%00/../../V/w2.txt',
  'V/w2.txt%00',
  'V%2fw2.txt',
  'V/w2.txt',
  `V/${STOLEN}`,
  '//V/w2.txt',
  'A//V/w2.txt',
  '/etc/passwd',
  '%2fetc%2fpasswd',
  'file:%2f%2f%2fetc%2fpasswd',
  'A%20/w2.txt',
  'A./w2.txt',
  '*/w2.txt',
  '%25/w2.txt',
  'A/invoice-%E2%80%AEfdp.exe',
  'A/%E2%80%AD%E2%80%AEtxt.w2',
  'A/line%0d%0aset-cookie:x=1.txt',
  'A/%ff%fe',
  'A/%ed%a0%80',
  `A/${'x'.repeat(256)}`,
  `A/${'deep/'.repeat(250)}x`,
  `A/${'x'.repeat(8000)}`,
];

const here = (path: string) =>
  path.replace(/^A(?=[/\\.%])|(?<=[/\\])A(?=\/)/, attacker.id).replace(/V(?=[/\\%])/, victim.id);

/** The same name as a key in a body, without URL encoding. */
function keyOf(path: string): string {
  try {
    return decodeURIComponent(here(path));
  } catch {
    return here(path);
  }
}

const json = (path: string, body: unknown): RawCall => ({
  method: 'POST',
  path: `/storage/v1/${path}`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Every call that takes a name. */
function callsWith(path: string): RawCall[] {
  const inPath = here(path);
  const key = keyOf(path);
  const own = `${attacker.id}/w2.txt`;
  const plain = (method: string, route: string): RawCall => ({
    method,
    path: `/storage/v1/${route}/${DOCUMENTS}/${inPath}`,
  });
  const sending = { headers: { 'content-type': 'text/plain' }, body: 'theft' };
  return [
    { ...plain('POST', 'object'), ...sending },
    { ...plain('PUT', 'object'), ...sending },
    {
      ...plain('POST', 'object'),
      headers: { 'content-type': 'text/plain', 'x-upsert': 'true' },
      body: 'theft',
    },
    plain('GET', 'object'),
    plain('HEAD', 'object'),
    plain('GET', 'object/authenticated'),
    plain('GET', 'object/public'),
    plain('GET', 'object/info'),
    { ...json(`object/sign/${DOCUMENTS}/${inPath}`, { expiresIn: 60 }) },
    json(`object/upload/sign/${DOCUMENTS}/${inPath}`, {}),
    plain('DELETE', 'object'),
    json(`object/sign/${DOCUMENTS}`, { expiresIn: 60, paths: [key] }),
    json('object/move', { bucketId: DOCUMENTS, sourceKey: own, destinationKey: key }),
    json('object/move', { bucketId: DOCUMENTS, sourceKey: key, destinationKey: `${attacker.id}/${STOLEN}` }),
    json('object/copy', { bucketId: DOCUMENTS, sourceKey: own, destinationKey: key }),
    json('object/copy', { bucketId: DOCUMENTS, sourceKey: key, destinationKey: `${attacker.id}/${STOLEN}` }),
    json(`object/list/${DOCUMENTS}`, { prefix: key, search: '' }),
    json(`object/list/${DOCUMENTS}`, { prefix: key.replace(/\/?[^/]*$/, '') }),
    { ...json(`object/${DOCUMENTS}`, { prefixes: [key] }), method: 'DELETE' },
    {
      method: 'POST',
      path: '/storage/v1/upload/resumable',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'content-type': 'application/offset+octet-stream',
        'upload-metadata': tusMetadata({ bucketName: DOCUMENTS, objectName: key, contentType: 'text/plain' }),
      },
      body: 'theft',
    },
  ];
}

interface StoredObject {
  name: string;
  version: string;
}

const stored = () =>
  portal.database.query<StoredObject>(
    'select name, version from storage.objects where bucket_id = $1 order by name',
    [DOCUMENTS],
  );

const inside = (name: string) => name.startsWith(`${attacker.id}/`) && !/(^|\/)\.{0,2}(\/|$)/.test(name);

/** If the response is a link, follows it and returns its response. */
async function followed(answer: RawAnswer): Promise<string> {
  const link = /"signed(?:Url|URL)":"([^"]+)"/.exec(answer.text)?.[1];
  if (link === undefined) return answer.text;
  const given = await wire.call({
    method: 'GET',
    path: `/storage/v1${link.replace(/[^\x21-\x7e]/gu, encodeURIComponent)}`,
  });
  return answer.text.replaceAll(link, '') + given.text;
}

describe('a name that tries to leave its owner’s prefix', () => {
  test.each(paths.map((path) => [path.slice(0, 50), path] as const))('%s', async (_, path) => {
    const before = (await stored()).find(({ name }) => name === `${victim.id}/w2.txt`);
    for (const call of callsWith(path)) {
      const headers = { authorization: `Bearer ${bearer}`, ...call.headers };
      const answer = await wire.call({ ...call, headers });
      const what = `${call.method} ${call.path.slice(0, 200)} ${call.body?.slice(0, 300) ?? ''}`;
      expect(answer.status, what).toBeLessThan(500);
      expect(answer.headers, what).not.toHaveProperty('set-cookie');
      const text = await followed(answer);
      expect(text, what).not.toContain(SECRET);
      expect(text, what).not.toMatch(/root:.*:0:0/);
      const objects = await stored();
      expect(
        objects.find(({ name }) => name === `${victim.id}/w2.txt`),
        what,
      ).toEqual(before);
      const strange = objects.filter(({ name }) => !others.has(name) && !inside(name));
      expect(strange, what).toEqual([]);
      // Restores what this call moved or deleted.
      if (!objects.some(({ name }) => name === `${attacker.id}/w2.txt`)) {
        await attacker.client.storage.from(DOCUMENTS).upload(`${attacker.id}/w2.txt`, 'mine');
      }
    }
  });

  test('leaves no file with that name on the disk', async () => {
    const files = await readdir(portal.dataDir, { recursive: true });
    expect(files.filter((file) => /stolen|passwd|w2|invoice|deep/.test(file))).toEqual([]);
  });

  test('the same calls work for permitted callers', async () => {
    const headers = { authorization: `Bearer ${victimsBearer}` };
    const answers = await Promise.all(
      callsWith('V/w2.txt')
        .slice(3, 12)
        .filter(({ method }) => method !== 'DELETE')
        .map(async (call) =>
          followed(await wire.call({ ...call, headers: { ...call.headers, ...headers } })),
        ),
    );
    expect(answers.filter((text) => text.includes(SECRET)).length).toBeGreaterThanOrEqual(4);
  });
});
