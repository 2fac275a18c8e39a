/** @module-tag property */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { type RawCall, rawCaller } from '../support/raw-call.ts';
import { createRestTables } from '../support/rest-tables.ts';
import { relationPath } from '../support/wild-query.ts';
import { anyPath, body, call, callPath, headers } from '../support/wild-request.ts';

const portal = portalForFile('rest');
let caller: ReturnType<typeof rawCaller>;
/** The number of responses by status, to check that enough requests succeeded. */
const answered = new Map<number, number>();

beforeAll(async () => {
  await createRestTables(portal);
  caller = rawCaller(portal.url);
});
afterAll(async () => {
  caller?.close();
});

/** Sends a request and checks the rules for every response. */
async function send(raw: RawCall): Promise<void> {
  const { status, text, headers: given } = await caller.call(raw);
  answered.set(status, (answered.get(status) ?? 0) + 1);
  const output = status >= 500 ? (await portal.output()).slice(-3000) : '';
  const shown = () => `${JSON.stringify(raw)}\n${status} ${text}\n${output}`;
  if (status >= 500 || status < 200) throw new Error(shown());
  if (status < 300 || text === '') return;
  expect(String(given['content-type']), shown()).toMatch(/^application\/json/);
  expect(JSON.parse(text), shown()).toHaveProperty('message');
}

test('wild queries are answered or refused', async () => {
  const property = fc.asyncProperty(
    relationPath,
    headers,
    fc.constantFrom('GET', 'GET', 'HEAD'),
    (path, more, method) => send({ method, path, headers: more }),
  );
  await fc.assert(property, { numRuns: inputs(1_200) });
  expect(answered.get(200)).toBeGreaterThan(inputs(40));
});

test('wild writes are answered or refused', async () => {
  const method = fc.constantFrom('POST', 'POST', 'PATCH', 'DELETE');
  const property = fc.asyncProperty(relationPath, headers, method, body, (path, more, verb, sent) =>
    send({ method: verb, path, headers: more, body: sent }),
  );
  await fc.assert(property, { numRuns: inputs(600) });
  // Without a query that could be rejected first.
  const bare = fc.asyncProperty(headers, body, (more, sent) =>
    send({ method: 'POST', path: '/rest/v1/things', headers: more, body: sent }),
  );
  await fc.assert(bare, { numRuns: inputs(300) });
  expect(answered.get(201)).toBeGreaterThan(inputs(5));
});

test('wild calls are answered or refused', async () => {
  const property = fc.asyncProperty(call, headers, fc.boolean(), (wild, more, get) =>
    send(
      get
        ? { method: 'GET', path: callPath(wild), headers: more }
        : {
            method: 'POST',
            path: callPath({ ...wild, given: [] }),
            headers: more,
            body: JSON.stringify(Object.fromEntries(wild.given)),
          },
    ),
  );
  await fc.assert(property, { numRuns: inputs(500) });
});

test('wild paths and methods are answered or refused', async () => {
  const method = fc.constantFrom('GET', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'TRACE', 'PROPFIND');
  const property = fc.asyncProperty(anyPath, headers, method, (path, more, verb) =>
    send({ method: verb, path, headers: more }),
  );
  await fc.assert(property, { numRuns: inputs(200) });
  expect((await fetch(`${portal.url}/readyz`)).status).toBe(200);
});
