/** @module-tag property */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { portalForFile, SECRET_KEY } from '#tests/support/server/portal.ts';
import { type RawAnswer, type RawCall, rawCaller } from '../support/raw-call.ts';
import { DOCUMENTS, freshBucket, tokenOf } from '../support/storage.ts';

const portal = portalForFile();
let wire: ReturnType<typeof rawCaller>;
let person: Person;
let bucket: string;
let bearers: string[];
let cases = 0;

beforeAll(async () => {
  wire = rawCaller(portal.url);
  person = await createPerson(portal);
  bucket = await freshBucket(portal);
  bearers = [SECRET_KEY, SECRET_KEY, await tokenOf(person.client)];
  const { error } = await person.client.storage.from(DOCUMENTS).upload(`${person.id}/there.txt`, 'there');
  if (error) throw error;
});
afterAll(async () => {
  wire?.close();
});

/** Expects an intended response in the format of storage-js, for any request. */
async function expectMeantAnswer(raw: RawCall, bearer = SECRET_KEY): Promise<RawAnswer> {
  cases += 1;
  const headers = { authorization: `Bearer ${bearer}`, ...raw.headers };
  const answer = await wire.call({ ...raw, path: `/storage/v1/${raw.path}`, headers });
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([
    expect.toSatisfy((status: number) => status >= 200 && status < 500),
    expect.anything(),
  ]);
  if (answer.status >= 400 && answer.text !== '') {
    const { key: _, ...body } = JSON.parse(answer.text);
    expect(body).toEqual({
      statusCode: expect.stringMatching(/^4\d\d$/),
      error: expect.any(String),
      message: expect.any(String),
      code: expect.stringMatching(/^[A-Za-z]+$/),
    });
  }
  return answer;
}

const nasty = fc.constantFrom(
  '\0',
  '\ud800',
  '..',
  '.',
  '//',
  '%00',
  '%2e%2e%2f',
  '%ff%fe',
  '%',
  '%zz',
  '?',
  '#',
  '\\',
  '\u202e',
  "'; drop table storage.objects; --",
  '*',
  '_%',
  'x'.repeat(300),
  'é'.repeat(600),
  '\uffff',
  '.emptyFolderPlaceholder',
  '__proto__',
  'constructor',
);
const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), nasty);
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(1e308, -1, 0, 2 ** 53, 2 ** 31));
const json = fc.oneof(text, number, fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), fc.constant(null));
const key = fc.oneof(
  text,
  fc.constantFrom('there.txt', 'a/b', '').map((name) => name),
  fc.array(text, { maxLength: 4 }).map((steps) => steps.join('/')),
);
/** Any path that HTTP allows, percent-encoded or not. */
const path = fc.oneof(
  key.map((name) => encodeURIComponent(name.toWellFormed())),
  key.map((name) => name.replace(/[^\x21-\x7e]/g, '')),
);
const where = fc.oneof(fc.constantFrom(DOCUMENTS, 'nowhere', 'public', 'info'), path, fc.constant(undefined));
const who = fc.nat(2);
const bucketOr = (name: string | undefined) => name ?? bucket;
const headerValue = fc.oneof(
  fc.string().map((value) => value.replace(/[^\x20-\x7e]/g, '')),
  fc.constantFrom('', '0', '-1', 'bytes=0-', 'true', '"x"', '*', 'gzip', 'chunked', 'text/html;;;', 'é'),
);
const headerName = fc.constantFrom(
  'range',
  'if-range',
  'if-none-match',
  'if-modified-since',
  'content-type',
  'cache-control',
  'x-upsert',
  'x-metadata',
  'content-encoding',
  'accept',
  'apikey',
  'authorization',
  'prefer',
  'x-forwarded-for',
  'accept-encoding',
);
const headers = fc.dictionary(headerName, headerValue, { maxKeys: 4 });
const query = fc
  .array(
    fc.tuple(
      fc.constantFrom('token', 'download', 'versionId', 'limit', 'offset', 'search', 'sortColumn', 'x'),
      text,
    ),
    {
      maxLength: 3,
    },
  )
  .map((pairs) =>
    pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&'),
  );

test('random names can be uploaded and downloaded, or are refused', async () => {
  await fc.assert(
    fc.asyncProperty(where, path, who, fc.constantFrom('POST', 'PUT'), async (name, given, as, method) => {
      const place = `object/${bucketOr(name)}/${given}`;
      const body = 'wild';
      const sent = await expectMeantAnswer(
        { method, path: place, body, headers: { 'x-upsert': 'true' } },
        bearers[as],
      );
      const got = await expectMeantAnswer({ method: 'GET', path: place }, bearers[as]);
      const kept = given.endsWith('.emptyFolderPlaceholder') ? '' : body;
      if (sent.status === 200 && bearers[as] === SECRET_KEY) expect(got.text).toBe(kept);
    }),
    { numRuns: inputs(250) },
  );
});

test('random paths and queries on every route, with every method', async () => {
  const route = fc.constantFrom(
    'object',
    'object/public',
    'object/authenticated',
    'object/info',
    'object/info/public',
    'object/sign',
    'object/upload/sign',
    'object/list',
    'object/list-v2',
    'object/move',
    'bucket',
    'cdn',
    'render/image',
    'upload/resumable',
    '',
  );
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS');
  await fc.assert(
    fc.asyncProperty(route, where, path, query, method, who, async (to, name, given, asked, verb, as) => {
      await expectMeantAnswer(
        { method: verb, path: `${to}/${bucketOr(name)}/${given}?${asked}` },
        bearers[as],
      );
    }),
    { numRuns: inputs(300) },
  );
});

test('random headers', async () => {
  await fc.assert(
    fc.asyncProperty(headers, fc.constantFrom('GET', 'HEAD', 'POST', 'PUT'), async (sent, method) => {
      const body = method === 'POST' || method === 'PUT' ? { body: 'x' } : {};
      const place = `object/${DOCUMENTS}/${person.id}/${method === 'POST' ? `wild-${cases}` : 'there.txt'}`;
      await expectMeantAnswer({ method, path: place, headers: sent, ...body });
    }),
    { numRuns: inputs(250) },
  );
});

test('random JSON', async () => {
  const fields = fc.record(
    {
      id: json,
      name: json,
      public: fc.oneof(json, fc.boolean()),
      file_size_limit: json,
      allowed_mime_types: fc.oneof(json, fc.array(text)),
      prefix: json,
      prefixes: fc.oneof(json, fc.array(key)),
      limit: json,
      offset: json,
      search: json,
      cursor: json,
      with_delimiter: fc.oneof(json, fc.boolean()),
      sortBy: fc.oneof(json, fc.record({ column: json, order: json }, { requiredKeys: [] })),
      bucketId: fc.oneof(json, fc.constant(DOCUMENTS)),
      sourceKey: fc.oneof(json, key),
      destinationKey: fc.oneof(json, key),
      destinationBucket: json,
      sourceVersionId: json,
      copyMetadata: fc.oneof(json, fc.boolean()),
      metadata: fc.oneof(json, fc.dictionary(text, json)),
      expiresIn: json,
      paths: fc.oneof(json, fc.array(key)),
    },
    { requiredKeys: [] },
  );
  const body = fc.oneof(
    { weight: 6, arbitrary: fields.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: json.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.string() },
  );
  const route = fc.constantFrom(
    ['POST', 'bucket'],
    ['PUT', `bucket/${DOCUMENTS}-not`],
    ['POST', `object/list/${DOCUMENTS}`],
    ['POST', `object/list-v2/${DOCUMENTS}`],
    ['POST', 'object/move'],
    ['POST', 'object/copy'],
    ['POST', `object/sign/${DOCUMENTS}/x`],
    ['POST', `object/sign/${DOCUMENTS}`],
    ['POST', `object/upload/sign/${DOCUMENTS}/x`],
    ['DELETE', `object/${DOCUMENTS}`],
  );
  await fc.assert(
    fc.asyncProperty(route, body, who, async ([method = '', to = ''], sent, as) => {
      await expectMeantAnswer(
        { method, path: to, body: sent, headers: { 'content-type': 'application/json' } },
        bearers[as],
      );
    }),
    { numRuns: inputs(500) },
  );
});

test('random forms', async () => {
  const line = text.map((value) => value.replaceAll('\0', ''));
  const part = fc
    .record({
      name: fc.oneof(fc.constantFrom('', 'cacheControl', 'metadata', 'file', '__proto__', 'toString'), line),
      filename: fc.option(line),
      type: fc.option(fc.oneof(line, fc.constantFrom('image/png', 'application/json', 'text/html'))),
      value: fc.oneof(
        line,
        fc.constantFrom('{"a":1}', '3600', '{"a":"\\u0000"}', '['.repeat(2000), 'x'.repeat(70_000)),
      ),
    })
    .map(({ name, filename, type, value }) =>
      [
        `content-disposition: form-data; name="${name}"${filename === null ? '' : `; filename="${filename}"`}`,
        ...(type === null ? [] : [`content-type: ${type}`]),
        '',
        value,
      ].join('\r\n'),
    );
  const form = fc.record({
    boundary: fc.constantFrom('b', '', 'x'.repeat(80), 'a b', '"q"'),
    parts: fc.array(part, { maxLength: 5 }),
    end: fc.constantFrom('--', '', '\r\n', '--\r\ntrailing'),
    cut: fc.option(fc.nat(200)),
  });
  await fc.assert(
    fc.asyncProperty(form, async ({ boundary, parts, end, cut }) => {
      const whole = Buffer.from(
        `${parts.map((one) => `--${boundary}\r\n${one}\r\n`).join('')}--${boundary}${end}`,
      );
      await expectMeantAnswer({
        method: 'POST',
        path: `object/${bucket}/forms/${cases}`,
        body: cut === null ? whole : whole.subarray(0, cut),
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      });
    }),
    { numRuns: inputs(250) },
  );
});

test('enough requests were sent, and the server is healthy', async () => {
  expect(cases).toBeGreaterThanOrEqual(inputs(1_700));
  const { data } = await person.client.storage.from(DOCUMENTS).download(`${person.id}/there.txt`);
  expect(data).not.toBeNull();
});
