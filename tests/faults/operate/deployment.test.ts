/** @module-tag faults-operate */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { freshEmail, insertPerson, PASSWORD } from '#tests/support/people.ts';
import { pdf } from '#tests/support/sample-documents.ts';
import { PUBLISHABLE_KEY, root, startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import {
  type FrontProxy,
  isInstalled,
  startCaddy,
  startNginx,
} from '#tests/support/services/front-proxies.ts';

/** Loads the files of deploy/ into their programs, and uses them as a visitor. */
let portal: TestPortal;

beforeAll(async () => {
  portal = await startPortal({ ownProcess: true, env: { TRUST_PROXY: '1' } });
});
afterAll(() => portal.close());

const VISITOR = '127.0.0.2';
const MADE_UP = '203.0.113.7';

/** A visitor at another address, who claims a third one. */
async function ask(url: string, init: { method?: string; body?: string | Buffer; headers?: object } = {}) {
  const headers = { apikey: PUBLISHABLE_KEY, 'x-forwarded-for': MADE_UP, ...init.headers };
  const asked = request(url, {
    method: init.method ?? 'POST',
    headers,
    localAddress: VISITOR,
    rejectUnauthorized: false,
  });
  asked.end(init.body);
  const [answer] = await once(asked, 'response');
  return { status: answer.statusCode as number, body: await buffer(answer) };
}

describe.each([
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const)('%s', (program, start) => {
  const isHere = isInstalled(program);
  let proxy: FrontProxy;
  beforeAll(async () => {
    if (isHere) proxy = await start(portal.url);
  });
  afterAll(async () => proxy?.stop());

  test.skipIf(!isHere)('passes the visitor’s real address, and documents', async () => {
    const email = freshEmail('behind');
    const id = await insertPerson(portal, { email });
    const signedIn = await ask(`${proxy.url}/auth/v1/token?grant_type=password`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    expect(signedIn.status).toBe(200);
    const sessions = await portal.database.query<{ address: string }>(
      'select host(ip) as address from auth.sessions where user_id = $1',
      [id],
    );
    expect(sessions).toEqual([{ address: VISITOR }]);

    const { access_token } = JSON.parse(String(signedIn.body));
    // More than nginx allows by default.
    const body = pdf('w2.pdf', 'a long letter '.repeat(200_000)).buffer;
    const sent = await ask(`${proxy.url}/storage/v1/object/user-documents/${id}/w2.pdf`, {
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/pdf' },
      body,
    });
    expect([sent.status, String(sent.body)]).toEqual([200, expect.stringContaining('w2.pdf')]);
    const got = await ask(`${proxy.url}/storage/v1/object/authenticated/user-documents/${id}/w2.pdf`, {
      method: 'GET',
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(got.body.equals(body)).toBe(true);
  });

  test.skipIf(!isHere)('passes websockets', async () => {
    const address = `${proxy.url.replace('https', 'wss')}/realtime/v1/websocket?apikey=${PUBLISHABLE_KEY}&vsn=1.0.0`;
    const socket = new WebSocket(address, { rejectUnauthorized: false });
    await once(socket, 'open');
    socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '1' }));
    const [answer] = await once(socket, 'message');
    expect(JSON.parse(String(answer))).toMatchObject({ event: 'phx_reply', payload: { status: 'ok' } });
    socket.close();
    await once(socket, 'close');
  });
});

test.skipIf(!isInstalled('systemd-analyze'))('systemd accepts the unit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-unit-'));
  try {
    const unit = await readFile(join(root, 'deploy/nutmeg.service'), 'utf8');
    const file = join(folder, 'nutmeg.service');
    await writeFile(file, unit.replaceAll('/srv/nutmeg/', root));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    expect([stderr, status]).toEqual(['', 0]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** There is no container engine for a build, so this compares the file with the repository. */
test('the container file uses existing scripts, known settings and no root account', async () => {
  const file = await readFile(join(root, 'deploy/Containerfile'), 'utf8');
  const lines = file.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const scripts = [...lines.join('\n').matchAll(/scripts\/[\w-]+\.mjs/g)].map(([script]) => script);
  expect(new Set(scripts)).toEqual(new Set(['scripts/build.mjs', 'scripts/portal.mjs', 'scripts/start.mjs']));
  for (const script of scripts) await readFile(join(root, script));
  const config = await readFile(join(root, 'server/settings/config.ts'), 'utf8');
  const settings = lines.filter((line) => line.startsWith('ENV ')).join(' ');
  for (const [, name] of settings.matchAll(/([A-Z_]+)=/g)) expect(config).toContain(`    ${name}:`);
  const words = lines.filter((line) => !line.startsWith(' ')).map((line) => line.split(' ')[0]);
  const known = 'FROM ARG ADD RUN WORKDIR COPY ENV USER VOLUME EXPOSE STOPSIGNAL HEALTHCHECK ENTRYPOINT';
  expect(words.filter((word) => !known.split(' ').includes(word ?? ''))).toEqual([]);
  expect(lines.findLast((line) => line.startsWith('USER '))).toBe('USER nutmeg');
});
