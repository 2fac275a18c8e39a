/** @module-tag hostile-load */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, settingsFor } from '#tests/support/server/portal.ts';
import { prepareServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import { abuses } from './abuses.ts';
import { type Felt, startReading, withinPatience } from './victim.ts';
import type { Abuse, Scene } from './weapons.ts';

const BUCKET = 'user-documents';
const ABUSE_MS = 2_200;
const MAX_MS = 1_000;
const MAX_MEMORY = 600 * 1024 * 1024;

const database = databaseForFile();
let server: ServerProcess;
let attacker: ChildProcess;
let scene: Scene;
let victim: { id: string; token: string };
const figures: string[] = [];

beforeAll(async () => {
  const env = { ...settingsFor(database), CAPTCHA: 'embedded', RATE_LIMITS: 'on' };
  server = await prepareServer({ env, siteFolder: undefined });
  await server.start();
  const portal = { url: server.url, database };
  const [quiet, loud] = [await createPerson(portal), await createPerson(portal)];
  victim = { id: quiet.id, token: await tokenOf(quiet) };
  await put(quiet, `${quiet.id}/w2.txt`, 'wages');
  await database.query(
    `insert into public.checklist_items (user_id, year, item, reason)
     select $1, 2000 + n % 2, 'item-' || n, 'a' || repeat('a', 60) from generate_series(1, 2200) n`,
    [loud.id],
  );
  const [largeFile, smallFile] = [`${loud.id}/large.txt`, `${loud.id}/small.txt`];
  await put(loud, largeFile, 'the long story of a deduction '.repeat(800_000));
  await put(loud, smallFile, 'receipt');
  for (const n of [1, 2, 3]) {
    const { error } = await loud.client.storage
      .from(BUCKET)
      .copy(largeFile, `${loud.id}/folder/copy ${n}.txt`);
    if (error) throw error;
  }
  const port = Number(new URL(server.url).port);
  const publishableKey = PUBLISHABLE_KEY;
  scene = { port, publishableKey, token: await tokenOf(loud), userId: loud.id, largeFile, smallFile };
  attacker = fork(new URL('./attacker.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
});

afterAll(async () => {
  attacker?.kill();
  console.log(['', `${'abuse'.padEnd(62)}reads  slowest  memory  what came of it`, ...figures].join('\n'));
  await server?.remove();
});

async function put({ client }: Person, key: string, text: string): Promise<void> {
  const { error } = await client.storage.from(BUCKET).upload(key, new Blob([text], { type: 'text/plain' }));
  if (error) throw error;
}

async function tokenOf({ client }: Person): Promise<string> {
  const { session } = (await client.auth.getSession()).data;
  if (!session) throw new Error('no one is signed in');
  return session.access_token;
}

const headers = () => ({ apikey: PUBLISHABLE_KEY, authorization: `Bearer ${victim.token}` });
const reads = {
  rows: () =>
    fetch(
      `${server.url}/rest/v1/file_uploads?select=*&user_id=eq.${victim.id}`,
      withinPatience({ headers: headers() }),
    ),
  file: () =>
    fetch(
      `${server.url}/storage/v1/object/${BUCKET}/${victim.id}/w2.txt`,
      withinPatience({ headers: headers() }),
    ),
};

/** The most memory that the server's process has used since the last call of `forgetPeak`. */
async function peakMemory(): Promise<number> {
  const status = await readFile(`/proc/${server.pid()}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

const forgetPeak = () => writeFile(`/proc/${server.pid()}/clear_refs`, '5');

async function nextMessage(): Promise<unknown> {
  const [message] = (await once(attacker, 'message')) as [unknown];
  return message;
}

interface Outcome {
  felt: Felt;
  memory: number;
  /** What came of the abuse, with how often. */
  came: string[];
}

/** Runs the abuse in a separate process while the victim reads. */
async function runAbuse({ name, ms = ABUSE_MS }: Abuse): Promise<Outcome> {
  await forgetPeak();
  const started = nextMessage();
  attacker.send({ name, scene });
  await started;
  const reading = startReading(reads);
  await pause(ms);
  const felt = await reading.stop();
  const ended = nextMessage();
  attacker.send('stop');
  const { seen } = (await ended) as { seen: Record<string, number> };
  const came = Object.entries(seen).map(([what, times]) => `${times} × ${what}`);
  return { felt, memory: await peakMemory(), came };
}

/**
 * Repeats an abuse that seemed to slow the server down, up to twice: other work on the machine only adds time, but
 * an abuse that really blocks the server does so each time. A wrong response is never repeated.
 */
async function leastDisturbed(abuse: Abuse): Promise<Outcome> {
  for (let repeats = 2; ; repeats -= 1) {
    const outcome = await runAbuse(abuse);
    const { felt, came } = outcome;
    const isFine = felt.slowest < MAX_MS && came.length > 0;
    if (isFine || felt.failures.length > 0 || repeats === 0) return outcome;
  }
}

test.each(abuses)('$name: others get answers within a second', async (abuse) => {
  const { name } = abuse;
  const { felt, memory, came } = await leastDisturbed(abuse);
  figures.push(
    `${name.padEnd(62)}${String(felt.reads).padStart(5)}${`${Math.round(felt.slowest)} ms`.padStart(9)}${`${Math.round(memory / 1024 / 1024)} MB`.padStart(8)}  ${came.join(', ')}`,
  );
  expect(felt.failures).toEqual([]);
  expect(felt.slowest).toBeLessThan(MAX_MS);
  expect(memory).toBeLessThan(MAX_MEMORY);
  // The abuse did something.
  expect(came).not.toEqual([]);
});

test('after all abuses, the server is still the same process and responds', async () => {
  expect((await reads.rows()).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(server.output()).not.toContain('uncaught');
});
