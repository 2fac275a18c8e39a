/** @module-tag property */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, freshEmail, PASSWORD } from '#tests/support/people.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { type RawAnswer, type RawCall, rawCaller } from '../support/raw-call.ts';
import { authBody, encoded, json, latin1, namesIn, text } from '../support/wild-values.ts';

let portal: TestPortal;
let wire: ReturnType<typeof rawCaller>;
let token: string;
let email: string;
let cases = 0;

beforeAll(async () => {
  portal = await startPortal({ env: { LOG_LEVEL: 'error', TRUST_PROXY: '1' } });
  wire = rawCaller(portal.url);
  const person = await createPerson(portal);
  email = person.email;
  token = (await person.client.auth.getSession()).data.session?.access_token ?? '';
});
afterAll(async () => {
  wire?.close();
  await portal?.close();
});

/** Expects an intended response in a format that supabase-js can parse, for any request. */
async function expectMeantAnswer(raw: RawCall): Promise<RawAnswer> {
  cases += 1;
  const answer = await wire.call({ ...raw, path: `/auth/v1/${raw.path}` });
  expect(answer.status).toBeGreaterThanOrEqual(200);
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 400) {
    const body = JSON.parse(answer.text);
    expect(body.error_code ?? body.code).toEqual(expect.stringMatching(/^[a-z_]+$/));
    expect(body.msg ?? body.message).toEqual(expect.any(String));
  }
  if (answer.status === 303) expect(String(answer.headers.location)).toMatch(`${portal.url}/`);
  return answer;
}

const POSTS = [
  'signup',
  'token?grant_type=password',
  'token?grant_type=refresh_token',
  'token?grant_type=pkce',
  'verify',
  'verify/link',
  'recover',
  'resend',
  'otp',
  'logout?scope=nobody',
];

const JSON_HEADERS = { 'content-type': 'application/json' };

test('objects with valid names and random values', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...POSTS), authBody, async (path, value) => {
      await expectMeantAnswer({ method: 'POST', path, headers: JSON_HEADERS, body: JSON.stringify(value) });
    }),
    { numRuns: inputs(500) },
  );
});

test('random changes by a signed-in user', async () => {
  await fc.assert(
    fc.asyncProperty(authBody, async ({ password: _password, ...value }) => {
      const headers = { ...JSON_HEADERS, authorization: `Bearer ${token}` };
      await expectMeantAnswer({ method: 'PUT', path: 'user', headers, body: JSON.stringify(value) });
    }),
    { numRuns: inputs(250) },
  );
});

test('random factor requests by a signed-in user', async () => {
  const enrolled = await expectMeantAnswer({
    method: 'POST',
    path: 'factors',
    headers: { ...JSON_HEADERS, authorization: `Bearer ${token}` },
    body: '{"factor_type":"totp"}',
  });
  const { id } = JSON.parse(enrolled.text);
  const someId = fc.oneof(fc.constant(String(id)), fc.uuid(), text.map(encoded));
  const path = fc.oneof(
    fc.constantFrom(
      'factors/recovery-codes',
      'factors/recovery-codes/verify',
      'factors/recovery-codes/regenerate',
    ),
    fc
      .tuple(someId, fc.constantFrom('challenge', 'verify'))
      .map(([factor, verb]) => `factors/${factor}/${verb}`),
  );
  const body = fc.record(
    {
      factor_type: fc.oneof(json, fc.constantFrom('totp', 'phone', 'recovery_code')),
      friendly_name: json,
      issuer: json,
      challenge_id: fc.oneof(json, fc.uuid()),
      code: fc.oneof(json, fc.constantFrom('123456', '１２３４５６', '0k4m19x7qp2ab8ht')),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(path, body, async (asked, value) => {
      const headers = { ...JSON_HEADERS, authorization: `Bearer ${token}` };
      await expectMeantAnswer({ method: 'POST', path: asked, headers, body: JSON.stringify(value) });
    }),
    { numRuns: inputs(300) },
  );
});

test('a sign-up stores its data unchanged or rejects it', async () => {
  // Node 26.10 (V8 14.6) parses an escaped name as "\\\\" if it has parsed that name before.
  const plain = (name: string) => !JSON.stringify(name).includes('\\');
  await fc.assert(
    fc.asyncProperty(fc.dictionary(text, json), async (data) => {
      fc.pre(namesIn(data).every(plain));
      const sent = JSON.stringify({ email: freshEmail(), password: PASSWORD, data });
      const answer = await expectMeantAnswer({
        method: 'POST',
        path: 'signup',
        headers: JSON_HEADERS,
        body: sent,
      });
      if (answer.status !== 200) return;
      expect(JSON.parse(answer.text).user_metadata).toEqual(JSON.parse(sent).data);
    }),
    { numRuns: inputs(100) },
  );
});

test('bodies that are not JSON', async () => {
  const deep = fc.integer({ min: 1, max: 100_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth));
  const deepObject = deep.map((nest) => `{"data":${nest},"email":"a@example.com","password":"123456"}`);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...POSTS),
      fc.oneof(text, fc.json(), deep, deepObject, fc.constant('{"__proto__":{"a":1}}')),
      fc.constantFrom(
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        ';',
        '',
      ),
      async (path, raw, type) => {
        const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
        await expectMeantAnswer({ method: 'POST', path, headers, body: raw });
      },
    ),
    { numRuns: inputs(200) },
  );
});

test('random bearer tokens', async () => {
  const part = fc.oneof(
    fc.json().map((value) => Buffer.from(value).toString('base64url')),
    fc.constantFrom('eyJhbGciOiJub25lIn0', 'eyJhbGciOiJFUzI1NiJ9', 'eyJhbGciOiJFUzI1NiIsImtpZCI6e319', ''),
    fc.base64String(),
  );
  const made = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.'));
  // The last base64url character has unused bits, so another one may decode to the same bytes.
  const bent = fc.tuple(fc.nat(), fc.constantFrom('A', '.', '-', '=', 'é')).map(([anywhere, letter]) => {
    const at = anywhere % (token.length - 1);
    return token.slice(0, at) + letter + token.slice(at + 1);
  });
  const swapped = fc
    .tuple(part, fc.constantFrom(0, 1, 2))
    .map(([other, at]) => token.split('.').with(at, other).join('.'));
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(made, bent, swapped, latin1(200)).filter((bearer) => bearer !== token),
      fc.constantFrom('GET user', 'PUT user', 'POST logout', 'GET reauthenticate'),
      async (bearer, route) => {
        const [method = '', path = ''] = route.split(' ');
        const headers = { ...JSON_HEADERS, authorization: `Bearer ${bearer}` };
        const answer = await expectMeantAnswer({
          method,
          path,
          headers,
          ...(method === 'PUT' ? { body: '{"data":{"taken":true}}' } : {}),
        });
        expect([401, 403]).toContain(answer.status);
      },
    ),
    { numRuns: inputs(400) },
  );
});

test('random queries', async () => {
  const name = fc.oneof(
    fc.constantFrom('token', 'token_hash', 'type', 'redirect_to', 'grant_type', 'scope', '__proto__', 'a[b]'),
    text,
  );
  const value = fc.oneof(
    text.map(encoded),
    fc.constantFrom(
      'pkce_x',
      'signup',
      'recovery',
      '%',
      '%ff',
      '%00',
      '%F0%9F',
      '',
      '&',
      '=',
      '//evil.example',
    ),
    fc.webUrl(),
  );
  const query = fc
    .array(fc.tuple(name.map(encoded), value), { maxLength: 6 })
    .map((pairs) => pairs.map(([key, given]) => `${key}=${given}`).join('&'))
    // Node rejects longer requests with 431.
    .filter((whole) => whole.length < 12_000);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        'GET verify',
        'HEAD verify',
        'POST token',
        'POST signup',
        'POST recover',
        'GET user',
        'GET settings',
      ),
      query,
      async (route, asked) => {
        const [method = '', path = ''] = route.split(' ');
        const answer = await wireSafe(method, `${path}?${asked}`);
        expect(answer.status).toBeLessThan(500);
      },
    ),
    { numRuns: inputs(300) },
  );

  function wireSafe(method: string, path: string): Promise<RawAnswer> {
    if (method !== 'HEAD') return expectMeantAnswer({ method, path });
    cases += 1;
    return wire.call({ method, path: `/auth/v1/${path}` });
  }
});

test('random headers', async () => {
  const headers = fc.record(
    {
      apikey: latin1(),
      authorization: latin1(),
      'x-supabase-api-version': fc.oneof(latin1(), fc.constantFrom('2024-01-01', '9999-99-99', '0')),
      'user-agent': latin1(4000),
      'x-forwarded-for': fc.oneof(
        latin1(),
        fc.constantFrom('fe80::1%eth0', '1.2.3.4, 5.6.7.8', ',', '::ffff:1.2.3.4'),
      ),
      'content-type': latin1(),
      'accept-encoding': latin1(),
      origin: latin1(),
      referer: latin1(),
    },
    { requiredKeys: [] },
  );
  const password = JSON.stringify({ email: 'nobody@example.com', password: 'x' });
  await fc.assert(
    fc.asyncProperty(headers, async (wild) => {
      await expectMeantAnswer({ method: 'POST', path: POSTS[1] ?? '', headers: wild, body: password });
    }),
    { numRuns: inputs(200) },
  );
  const addresses = ['fe80::1%eth0', 'unknown', '1.2.3.4:80', '[::1]', '', '999.1.1.1', '::ffff:1.2.3.4'];
  for (const address of addresses) {
    const answer = await expectMeantAnswer({
      method: 'POST',
      path: POSTS[1] ?? '',
      headers: { 'x-forwarded-for': address, 'user-agent': 'é'.repeat(2000) },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    expect(answer.status).toBe(200);
  }
});

test('random paths and methods', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
      fc.oneof(
        text.map(encoded),
        fc.constantFrom('%', '%ff', '../user', 'user/', 'user/..', '//', 'token', 'user%2f', 'verify;a'),
      ),
      async (method, path) => {
        cases += 1;
        expect((await wire.call({ method, path: `/auth/v1/${path}` })).status).toBeLessThan(500);
      },
    ),
    { numRuns: inputs(150) },
  );
});

test('the server still works, and there were enough cases', async () => {
  const answer = await wire.call({
    method: 'GET',
    path: '/auth/v1/user',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  expect(cases).toBeGreaterThanOrEqual(inputs(2_000));
  // Background tasks did not fail either.
  await portal.stopServer();
  expect(portal.output()).not.toContain('"level":50');
});
