/** @module-tag property */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { DOCUMENTS, tokenOf } from '../support/storage.ts';
import { begun, tus, tusMetadata } from '../support/tus.ts';

const portal = portalForFile();
let person: Person;
let bearer: string;
let at: string;
beforeAll(async () => {
  person = await createPerson(portal);
  bearer = await tokenOf(person.client);
  at = await begun(portal, { bucket: DOCUMENTS, key: `${person.id}/there.txt`, length: 1_000_000, bearer });
});

const wildText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('..', '../..', '\0', '\\u0000', 'null', '__proto__', '{"a":"\\u0000"}', '[1e999]', '1e999'),
);
const headerText = fc.oneof(
  fc.string({ unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)) }),
  fc.constantFrom(
    '0',
    '-1',
    '1',
    '9007199254740992',
    '1e3',
    '0x10',
    ' 5',
    'Infinity',
    '999999999999999999999',
  ),
);
const known = fc.constantFrom(
  'bucketName',
  'objectName',
  'contentType',
  'cacheControl',
  'metadata',
  'fingerprint',
);

async function expectSense(answer: Awaited<ReturnType<typeof tus>>): Promise<void> {
  expect(answer.status).toBeLessThan(500);
  if (answer.status < 400 || answer.body === undefined) return;
  expect(answer.body.statusCode).toBe(String(answer.status));
  expect(answer.body.message).not.toBe('');
}

test('random metadata is accepted or refused with a reason', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(known, wildText, { maxKeys: 6 }),
      fc.boolean(),
      wildText,
      async (said, sound, name) => {
        const base = { bucketName: DOCUMENTS, objectName: `${person.id}/wild/${name}` };
        const metadata = tusMetadata(sound ? { ...said, ...base } : { ...base, ...said });
        const headers = { 'upload-length': '5', 'upload-metadata': metadata };
        const answer = await tus(portal, { method: 'POST', bearer, headers });
        if (answer.status === 201) taken += 1;
        await expectSense(answer);
      },
    ),
    { numRuns: inputs(300) },
  );
  expect(taken).toBeGreaterThan(inputs(20));
});

test('random headers are answered with a reason', async () => {
  const header = fc.constantFrom(
    'upload-length',
    'upload-offset',
    'upload-metadata',
    'upload-defer-length',
    'upload-concat',
    'content-type',
    'tus-resumable',
    'x-forwarded-proto',
    'x-http-method-override',
    'x-signature',
    'x-upsert',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('POST', 'PATCH', 'HEAD', 'DELETE', 'OPTIONS'),
      fc.constantFrom(
        '',
        '/',
        '/sign',
        at,
        `${at}/`,
        `${at}?x=/y`,
        '/sign/nonsense',
        '/..%2f',
        '/a%2fb',
        '/%zz',
      ),
      fc.dictionary(header, headerText, { maxKeys: 4 }),
      fc.option(fc.uint8Array({ maxLength: 50 }), { nil: undefined }),
      async (method, place, headers, bytes) => {
        // Deleting the upload would be valid, and would end the test.
        const target = method === 'DELETE' && place.startsWith(at) ? '/nothing' : place;
        const body = method === 'POST' || method === 'PATCH' ? bytes : undefined;
        await expectSense(await tus(portal, { method, at: target, bearer, headers, body }));
      },
    ),
    { numRuns: inputs(400) },
  );
  expect((await tus(portal, { method: 'HEAD', at, bearer })).status).toBe(200);
});
