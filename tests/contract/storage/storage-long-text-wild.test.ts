import { beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, portalForFile } from '#tests/support/server/portal.ts';
import { tokenOf } from '../support/storage.ts';

const portal = portalForFile();
let person: Person;
let token: string;
beforeAll(async () => {
  person = await createPerson(portal);
  token = await tokenOf(person.client);
});

// Each of these once blocked the process for minutes, longer than a test's time limit.
/** Almost a megabyte, the maximum of a body. Sorting the marks takes quadratic time. */
const MARKS = `a${'\u0301'.repeat(120_000)}${'\u0316'.repeat(120_000)}`;
/** A regular expression for trailing slashes backtracks at each of them. */
const SLASHES = `x${'/'.repeat(480_000)}x`;

const post = (path: string, body: unknown, bearer = PUBLISHABLE_KEY, method = 'POST') =>
  fetch(`${portal.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const BUCKET = 'user-documents';
const transfer = (text: string) => [
  { bucketId: BUCKET, sourceKey: text, destinationKey: 'b' },
  { bucketId: BUCKET, sourceKey: 'a', destinationKey: text },
];
const calls: [string, () => Promise<Response>[]][] = [MARKS, SLASHES].flatMap((text) => {
  const kind = text === MARKS ? 'marks' : 'slashes';
  return [
    [
      `list by ${kind}`,
      () =>
        [{ search: text }, { prefix: text }].map((body) => post(`/storage/v1/object/list/${BUCKET}`, body)),
    ],
    [
      `list-v2 by ${kind}`,
      () =>
        [{ cursor: text }, { prefix: text }].map((body) =>
          post(`/storage/v1/object/list-v2/${BUCKET}`, body),
        ),
    ],
    [`move ${kind}`, () => transfer(text).map((body) => post('/storage/v1/object/move', body))],
    [`copy ${kind}`, () => transfer(text).map((body) => post('/storage/v1/object/copy', body))],
    [`sign ${kind}`, () => [post(`/storage/v1/object/sign/${BUCKET}`, { expiresIn: 60, paths: [text] })]],
    [
      `remove ${kind}`,
      () => [post(`/storage/v1/object/${BUCKET}`, { prefixes: [text] }, undefined, 'DELETE')],
    ],
    [`archive ${kind}`, () => [post('/functions/v1/archive', { owner_id: person.id, paths: [text] }, token)]],
    [
      `bucket of ${kind}`,
      () => [post('/storage/v1/bucket', { name: text, allowed_mime_types: [text], file_size_limit: text })],
    ],
    [`captcha of ${kind}`, () => [post('/functions/v1/verify-recaptcha', { token: text, action: text })]],
    [
      `sign-in of ${kind}`,
      () =>
        ['/auth/v1/token?grant_type=password', '/auth/v1/signup', '/auth/v1/recover'].map((path) =>
          post(path, { email: `${text}@example.com`, password: text }),
        ),
    ],
    [
      `user data of ${kind}`,
      () => [post('/auth/v1/user', { data: { name: text }, password: text }, token, 'PUT')],
    ],
    [
      `tax form of ${kind}`,
      () => [
        post(
          '/rest/v1/tax_forms',
          { form_data: { firstName: text, email: text, additionalNotes: text } },
          token,
        ),
      ],
    ],
  ] satisfies [string, () => Promise<Response>[]][];
});

describe('very long text does not block the server', () => {
  test.each(calls)('%s', async (_name, call) => {
    for (const answer of await Promise.all(call())) {
      expect(answer.status).toBeLessThan(500);
      await answer.arrayBuffer();
    }
  });

  test('requests have a maximum number of keys', async () => {
    const many = Array.from({ length: 1001 }, (_, n) => `${n}`);
    for (const call of [
      post(`/storage/v1/object/sign/${BUCKET}`, { expiresIn: 60, paths: many }),
      post(`/storage/v1/object/${BUCKET}`, { prefixes: many }, undefined, 'DELETE'),
      post('/functions/v1/archive', { owner_id: person.id, paths: Array(10_001).fill('a') }, token),
    ]) {
      expect((await call).status).toBe(400);
    }
  });

  test('refuses it as a key of uploads and links, in URLs and headers', async () => {
    // The maximum length of a URL and a header.
    const long = `a${'\u0301'.repeat(1200)}${'\u0316'.repeat(1200)}`;
    const path = encodeURIComponent(long);
    const answers = await Promise.all([
      post(`/storage/v1/object/${BUCKET}/${path}`, 'x', token),
      post(`/storage/v1/object/upload/sign/${BUCKET}/${path}`, {}, token),
      fetch(`${portal.url}/storage/v1/object/sign/${BUCKET}/${path}?token=x`),
      fetch(`${portal.url}/storage/v1/upload/resumable`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'tus-resumable': '1.0.0',
          'upload-length': '1',
          'upload-metadata': `bucketName ${btoa(BUCKET)},objectName ${Buffer.from(long).toString('base64')}`,
        },
      }),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
  });
});
