import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { writeTestBuild } from '#tests/support/server/test-build.ts';
import { DOCUMENTS, tokenOf } from '../support/storage.ts';

let portal: TestPortal;
let siteFolder: string;
let person: Person;
let token: string;

beforeAll(async () => {
  siteFolder = await writeTestBuild();
  portal = await startPortal({ siteFolder });
  person = await createPerson(portal);
  token = await tokenOf(person.client);
});
afterAll(async () => {
  await portal?.close();
  await rm(siteFolder, { recursive: true, force: true });
});

const OTHER = 'other.example';
/** What proxies and attackers say about the host. */
const CHOSEN = [
  `host: ${OTHER}`,
  `x-forwarded-host: ${OTHER}`,
  'x-forwarded-proto: https',
  `forwarded: host=${OTHER};proto=https`,
  `x-original-url: //${OTHER}/`,
];

/** The answer to a request line that no HTTP client would send. */
async function send(line: string, headers: readonly string[] = [], body = ''): Promise<string> {
  const { hostname, port } = new URL(portal.url);
  const socket = connect(Number(port), hostname);
  socket.write([`${line} HTTP/1.1`, ...CHOSEN, 'connection: close', ...headers, '', body].join('\r\n'));
  return text(socket);
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
const headerOf = (answer: string, name: string) =>
  new RegExp(`^${name}: (.*)\r$`, 'im').exec(answer.split('\r\n\r\n', 1)[0] ?? '')?.[1];

test.each([
  [`http://${OTHER}/fees/`, '/fees'],
  [`HTTPS://me@${OTHER}:8080/fees/?a=http://${OTHER}`, `/fees?a=http://${OTHER}`],
  [`ftp://${OTHER}/fees/`, '/fees'],
  [`http://${OTHER}/FEES`, '/fees'],
  [`http://${OTHER}/manage/7/`, '/manage/7'],
  [`http://${OTHER}//manage/7/`, '/manage/7'],
  [`http://${OTHER}/es/account`, '/account'],
  ['//fees/', '/fees'],
  ['/fees/', '/fees'],
])('%s redirects within the site', async (target, location) => {
  const answer = await send(`GET ${target}`);
  expect(statusOf(answer)).toBeGreaterThanOrEqual(302);
  expect(headerOf(answer, 'location')).toBe(location);
});

const SPELLINGS = [
  `//${OTHER}/PATH`,
  `/\\${OTHER}/PATH`,
  `\\\\${OTHER}/PATH`,
  `/%2F${OTHER}/PATH`,
  `/%5C${OTHER}/PATH`,
  `/\t/${OTHER}/PATH`,
  `/.//${OTHER}/PATH`,
  `/es//${OTHER}/PATH`,
  `/ES//${OTHER}/PATH`,
  `/PATH/..//${OTHER}/`,
  `//${OTHER}%2FPATH`,
  `http:////${OTHER}/PATH`,
  `http:///${OTHER}/PATH`,
  `http:\\\\${OTHER}/PATH`,
  `http://${OTHER}\\/PATH`,
  `http://${OTHER}?/PATH`,
  `http://${OTHER}#/PATH`,
  `${OTHER}:80`,
  `${OTHER}/PATH`,
  '*',
];
const named = (path: string, spellings: readonly string[]) =>
  spellings.map((one) => one.replace('PATH', path));
/** In origin form, with a backslash, and in absolute form without a host. */
const FEW = [`//${OTHER}/PATH`, `/\\${OTHER}/PATH`, `http:///${OTHER}/PATH`];
const OTHER_PATHS = ['FEES/', 'manage/7/', 'account', 'es/account', 'robots.txt', 'auth/v1/verify?token=x'];
const few = ['fees/', ...OTHER_PATHS].flatMap((path) => named(path, FEW));

// The unit test of `pathOfTarget` has the rest.
test.each([
  ['GET', 'any spelling', named('fees/', SPELLINGS)],
  ['GET', 'other paths and a spelling', few],
  ['HEAD', 'a spelling', few],
  ['OPTIONS', 'a spelling', [...few, '*']],
  ['CONNECT', 'a spelling', [...few, `${OTHER}:80`]],
])('%s with %s of another host stays here', async (method, _what, targets) => {
  for (const target of targets) {
    const answer = await send(`${method} ${target}`, ['accept: text/html']);
    const location = headerOf(answer, 'location');
    expect([target, statusOf(answer) >= 500]).toEqual([target, false]);
    if (location === undefined) continue;
    const { host } = new URL(location, portal.url);
    expect([target, host]).toEqual([target, new URL(portal.url).host]);
  }
});

test('an address of the API in absolute form is the same address', async () => {
  expect(statusOf(await send(`GET http://${OTHER}/healthz`))).toBe(200);
  const unknown = await send(`GET http://${OTHER}/rest/v1/rpc/none`, [`apikey: ${PUBLISHABLE_KEY}`]);
  expect(unknown).toContain('PGRST202');
  // The name is not decoded by storage-js, and the router would refuse it.
  const read = await send(`GET http://${OTHER}/storage/v1/object/${DOCUMENTS}/100%.pdf`, [
    `authorization: Bearer ${token}`,
  ]);
  expect(read).toContain('NoSuchKey');
});

test('links in answers and mails name this site, never the caller’s host', async () => {
  const owner = [`authorization: Bearer ${token}`, `apikey: ${PUBLISHABLE_KEY}`];
  const name = Buffer.from(`${person.id}/a.txt`).toString('base64');
  const bucket = Buffer.from(DOCUMENTS).toString('base64');
  const upload = await send(`POST http://${OTHER}/storage/v1/upload/resumable`, [
    ...owner,
    'tus-resumable: 1.0.0',
    'upload-length: 1',
    `upload-metadata: bucketName ${bucket},objectName ${name}`,
    'content-length: 0',
  ]);
  expect(headerOf(upload, 'location')).toMatch(/^\/storage\/v1\/upload\/resumable\/[0-9a-f-]+$/);
  const body = JSON.stringify({ email: person.email });
  const json = [
    'content-type: application/json',
    `content-length: ${body.length}`,
    `apikey: ${PUBLISHABLE_KEY}`,
  ];
  const before = (await portal.mails()).length;
  await send(`POST http://${OTHER}/auth/v1/recover?redirect_to=http://${OTHER}/x`, json, body);
  const mail = await portal.mailTo(person.email, ({ html }) => html?.includes('#token_hash=') === true);
  expect((await portal.mails()).length).toBeGreaterThan(before);
  expect(JSON.stringify([mail.html, mail.text])).not.toContain(OTHER);
  expect(mail.html).toContain(`${portal.url}/open-link#token_hash=`);
});
