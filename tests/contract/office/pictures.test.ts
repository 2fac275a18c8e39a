import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { OfficePicture, OfficeProblems, OfficeState } from '#contract/office.ts';
import { MAX_UPLOAD_BYTES, PICTURE_TYPES, PICTURE_WIDTHS, pictureUrl } from '#domain/business/portraits.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
let owner: Person;
beforeAll(async () => {
  owner = await createPerson(portal, { role: 'super' });
});

async function call(person: Person | undefined, method: string, path: string, body?: BodyInit) {
  const session = await person?.client.auth.getSession();
  const token = session?.data.session?.access_token;
  return fetch(`${portal.url}/functions/v1/office${path}`, {
    method,
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body }),
  });
}

const upload = (bytes: Uint8Array, query = '', person: Person | undefined = owner) =>
  call(person, 'POST', `/picture${query}`, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }));

const blue = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#00f' } })
    .jpeg()
    .toBuffer();

async function idOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(200);
  return ((await answer.json()) as OfficePicture).id;
}

/** Saves the present facts with this portrait of the first person. */
async function savePortrait(portrait: string | null) {
  const { version, facts } = (await (await call(owner, 'GET', '')).json()) as OfficeState;
  const team = facts.team.map((person, at) => (at === 0 ? { ...person, portrait } : person));
  return call(owner, 'PUT', '', JSON.stringify({ expectedVersion: version, facts: { ...facts, team } }));
}

test('serves an uploaded picture in each width and type, for good', async () => {
  const id = await idOf(await upload(await blue(700)));
  for (const width of PICTURE_WIDTHS) {
    for (const type of PICTURE_TYPES) {
      const answer = await fetch(portal.url + pictureUrl(id, width, type));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe(`image/${type}`);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      const found = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect([found.width, found.height]).toEqual([width, width]);
    }
  }
  expect(await idOf(await upload(await blue(700)))).toBe(id);
});

test('has nothing under any other address', async () => {
  const id = await idOf(await upload(await blue(300)));
  for (const name of [
    `${id}-300.webp`,
    `${id}-256.jpeg`,
    `${id}`,
    `${id.toUpperCase()}-256.webp`,
    `${'0'.repeat(64)}-256.webp`,
    '..%2f..%2fpackage.json',
  ]) {
    const answer = await fetch(`${portal.url}/pictures/${name}`);
    expect([name, answer.status]).toEqual([name, 404]);
    expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable');
  }
});

test('only super users may add pictures', async () => {
  const picture = await blue(300);
  const [client, admin] = await Promise.all([createPerson(portal), createPerson(portal, { role: 'admin' })]);
  expect((await upload(picture, '', client)).status).toBe(403);
  expect((await upload(picture, '', admin)).status).toBe(403);
  expect((await call(undefined, 'POST', '/picture', new Blob([new Uint8Array(picture)]))).status).toBe(401);
});

test('says in plain words why a file can’t be used', async () => {
  const refused = await upload(Buffer.from('<svg/>'));
  expect(refused.status).toBe(422);
  expect(await refused.json()).toEqual({
    code: 'not_a_picture',
    message: 'This isn’t a picture we can read. Choose a JPEG, PNG, or WebP file.',
  });
  expect((await upload(await blue(300), '?x=2')).status).toBe(400);
  expect((await upload(await blue(300), '?size=0.1')).status).toBe(400);
  expect((await upload(Buffer.alloc(MAX_UPLOAD_BYTES + 1))).status).toBe(413);
});

test('reads a body of bytes as bytes, though they look like deeply nested JSON', async () => {
  const refused = await upload(Buffer.alloc(200_000, '['));
  expect([refused.status, await refused.json()]).toEqual([
    422,
    expect.objectContaining({ code: 'not_a_picture' }),
  ]);
});

test('takes a picture of the largest size', async () => {
  // What follows the end of a JPEG does not count.
  const picture = Buffer.concat([await blue(300), Buffer.alloc(MAX_UPLOAD_BYTES)]).subarray(
    0,
    MAX_UPLOAD_BYTES,
  );
  expect((await upload(picture)).status).toBe(200);
});

test('facts name only pictures that exist', async () => {
  const id = await idOf(await upload(await blue(400)));
  expect((await savePortrait(id)).status).toBe(200);
  const refused = await savePortrait('0'.repeat(64));
  expect(refused.status).toBe(422);
  expect(((await refused.json()) as OfficeProblems).problems).toEqual([
    { path: 'team.0.portrait', message: 'is gone: choose the picture again' },
  ]);
  expect((await savePortrait('my-face.jpg')).status).toBe(422);
  expect((await savePortrait(null)).status).toBe(200);
});
