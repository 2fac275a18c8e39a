import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, portalForFile } from '#tests/support/server/portal.ts';
import { DOCUMENTS, tokenOf } from '../support/storage.ts';

const MEGABYTE = 1024 * 1024;
const portal = portalForFile('limited');
let person: Person;
let token: string;

beforeAll(async () => {
  person = await createPerson(portal);
  token = await tokenOf(person.client);
});

interface Sent {
  method?: string;
  bearer?: string;
  type?: string;
  length?: number;
}

/** A request that the test can continue or abandon. */
function begin(
  path: string,
  { method = 'POST', bearer = token, type = 'application/json', length }: Sent = {},
): ClientRequest {
  const sent = request(`${portal.url}${path}`, {
    method,
    headers: {
      apikey: PUBLISHABLE_KEY,
      authorization: `Bearer ${bearer}`,
      'content-type': type,
      ...(length === undefined ? {} : { 'content-length': length }),
    },
  });
  sent.on('error', () => undefined);
  return sent;
}

const statusOf = async (sent: ClientRequest): Promise<number> => {
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
};

test('refuses an unauthorized upload before its body is sent', async () => {
  const archive = begin('/functions/v1/archive', { bearer: PUBLISHABLE_KEY, length: 8 * MEGABYTE });
  archive.flushHeaders();
  expect(await statusOf(archive)).toBe(401);
  const expired = begin('/rest/v1/tax_form_drafts', { bearer: 'not.a.token', length: MEGABYTE });
  expired.flushHeaders();
  expect(await statusOf(expired)).toBe(401);
  const picture = begin('/functions/v1/office/picture', { type: 'image/jpeg', length: 8 * MEGABYTE });
  picture.flushHeaders();
  expect(await statusOf(picture)).toBe(403);
  const keyless = request(`${portal.url}/storage/v1/object/list/${DOCUMENTS}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': MEGABYTE },
  });
  keyless.on('error', () => undefined).flushHeaders();
  expect(await statusOf(keyless)).toBe(400);
});

test.each([
  ['/rest/v1/contact_submissions', 400],
  ['/auth/v1/signup', 413],
  ['/auth/v1/token?grant_type=password', 413],
  [`/storage/v1/object/list/${DOCUMENTS}`, 400],
  ['/functions/v1/calendar-book', 413],
  ['/functions/v1/verify-recaptcha', 413],
] as const)('limits a visitor’s body to 64 KB at %s', async (path, refused) => {
  const large = begin(path, { bearer: PUBLISHABLE_KEY, length: 64 * 1024 + 1 });
  large.flushHeaders();
  expect(await statusOf(large)).toBe(refused);
  const chunked = begin(path, { bearer: PUBLISHABLE_KEY });
  chunked.end(Buffer.alloc(64 * 1024 + 1, ' '));
  expect(await statusOf(chunked)).toBe(refused);
});

test('a client that is refused while sending a megabyte receives the error', async () => {
  const body = JSON.stringify({ message: 'x'.repeat(MEGABYTE) });
  const response = await fetch(`${portal.url}/rest/v1/contact_submissions`, {
    method: 'POST',
    headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
    body,
  });
  expect(await response.json()).toMatchObject({ code: 'PGRST102', message: 'Request body is too large' });
});

test('accepts an upload over a slow connection', async () => {
  const text = 'one line of a long letter\n'.repeat(60);
  const upload = begin(`/storage/v1/object/${DOCUMENTS}/${person.id}/slow.txt`, {
    type: 'text/plain',
    length: text.length,
  });
  const answered = statusOf(upload);
  for (let at = 0; at < text.length; at += 26) {
    upload.write(text.slice(at, at + 26));
    await pause(10);
  }
  upload.end();
  expect(await answered).toBe(200);
});

test('does not log abandoned connections', async () => {
  const text = 'x'.repeat(400_000);
  const { error } = await person.client.storage
    .from(DOCUMENTS)
    .upload(`${person.id}/large.txt`, new Blob([text]));
  expect(error).toBeNull();
  const form = (name: string, type: string) =>
    `--x\r\ncontent-disposition: form-data; name=""; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n${text}`;
  const object = (name: string) => `/storage/v1/object/${DOCUMENTS}/${person.id}/${name}`;
  const formed = { type: 'multipart/form-data; boundary=x', length: 900_000 };
  const acts: [path: string, sent: Sent, body: string][] = [
    ['/rest/v1/file_uploads?select=*', { method: 'GET' }, ''],
    [object('large.txt'), { method: 'GET' }, ''],
    ['/rest/v1/tax_form_drafts', { length: 1_000 }, '{"user'],
    ['/auth/v1/token?grant_type=password', { length: 1_000 }, '{"email'],
    ['/functions/v1/archive', { length: 1_000 }, '{"owner'],
    [`/storage/v1/object/list/${DOCUMENTS}`, { length: 1_000 }, '{'],
    [object('cut.txt'), { type: 'text/plain', length: 900_000 }, text],
    [object('form.txt'), formed, form('a.txt', 'text/plain')],
    [object('refused.txt'), formed, form('a.exe', 'application/x-msdownload')],
  ];
  const before = await portal.output();
  for (let round = 0; round < 8; round++) {
    const open = acts.map(([path, sent, body]) => {
      const asked = begin(path, sent);
      if (sent.method === 'GET') asked.end();
      else asked.write(body);
      return asked;
    });
    await pause(5 * round);
    for (const asked of open) asked.destroy();
  }
  // The server has finished all of that work once it has nothing left of the uploads that were cut.
  await expect
    .poll(() => portal.database.query('select from storage.blobs where wrapped_key is null'))
    .toEqual([]);
  expect((await fetch(`${portal.url}/readyz`)).status).toBe(200);
  expect((await portal.output()).slice(before.length)).toBe('');
});
