import { spawn } from 'node:child_process';
import { createHash, type Hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { prepareServer } from '#tests/support/server-process.ts';

const MEGABYTES = 500;
const MEGABYTE = 1_000_000;
const ROUNDS = 3;
const SECRET_KEY = 'sb_secret_for_benches_only_0123456789';
const METRICS_TOKEN = 'metrics-for-benches-only';
const SAMPLE_MS = 100;

interface Speeds {
  up: number;
  down: number;
}

/** 500 MB up and down: how fast, against a bare encrypted stream, and how much memory the server takes for it. */
export async function largeFile(): Promise<void> {
  const bare = await measureBare();
  const { speeds, growth } = await measurePortal();
  const share = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`;
  const line = (...cells: string[]) => cells.map((cell) => cell.padEnd(22)).join('');
  process.stdout.write(
    [
      `One file of ${MEGABYTES} MB, the best of ${ROUNDS}, client and server on this machine`,
      line('', 'upload', 'download'),
      line('bare encrypted stream', `${bare.up} MB/s`, `${bare.down} MB/s`),
      line('portal', `${speeds.up} MB/s`, `${speeds.down} MB/s`),
      line('', share(speeds.up, bare.up), share(speeds.down, bare.down)),
      `The server's memory grew by ${Math.round(growth / MEGABYTE)} MB at most (RSS, all rounds together).`,
      '',
    ].join('\n'),
  );
}

async function measurePortal(): Promise<{ speeds: Speeds; growth: number }> {
  const server = await prepareServer({
    env: { SECRET_KEY, METRICS_TOKEN, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
    siteFolder: undefined,
  });
  try {
    await server.start();
    const headers = { authorization: `Bearer ${SECRET_KEY}` };
    const files = `${server.url}/storage/v1/object/bench`;
    const made = await fetch(`${server.url}/storage/v1/bucket`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'bench', name: 'bench', public: false }),
    });
    if (!made.ok) throw new Error(await made.text());
    // Once small, so that what is loaded at first use is loaded.
    await measure(`${files}/small.bin`, headers, 20);
    const memory = await watchMemory(server.url);
    const speeds = await bestOf((round) => measure(`${files}/large-${round}.bin`, headers, MEGABYTES));
    return { speeds, growth: await memory.growth() };
  } finally {
    await server.remove();
  }
}

async function measureBare(): Promise<Speeds> {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-bench-'));
  const script = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = spawn(process.execPath, [script, join(folder, 'file')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = await once(child.stdout, 'data');
    const url = `http://127.0.0.1:${String(port).trim()}/`;
    await measure(url, {}, 20);
    return await bestOf(() => measure(url, {}, MEGABYTES));
  } finally {
    child.kill();
    await rm(folder, { recursive: true });
  }
}

async function bestOf(measured: (round: number) => Promise<Speeds>): Promise<Speeds> {
  const all: Speeds[] = [];
  for (let round = 0; round < ROUNDS; round++) all.push(await measured(round));
  return { up: Math.max(...all.map(({ up }) => up)), down: Math.max(...all.map(({ down }) => down)) };
}

async function measure(url: string, headers: Record<string, string>, megabytes: number): Promise<Speeds> {
  const block = randomBytes(MEGABYTE);
  const sent = createHash('sha256');
  for (let n = 0; n < megabytes; n++) sent.update(block);
  const got = createHash('sha256');
  const up = await timed(megabytes, () => upload(url, headers, block, megabytes));
  const down = await timed(megabytes, () => download(url, headers));
  await download(url, headers, got);
  if (!sent.digest().equals(got.digest())) throw new Error('what came back is not what was sent');
  return { up, down };
}

async function timed(megabytes: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round(megabytes / ((performance.now() - began) / 1000));
}

async function upload(url: string, headers: Record<string, string>, block: Buffer, count: number) {
  const sending = request(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-length': count * block.length,
      'content-type': 'application/octet-stream',
    },
  });
  const answered = once(sending, 'response');
  await pipeline(Readable.from(Array(count).fill(block)), sending);
  const [response] = await answered;
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`the upload was answered with ${response.statusCode}`);
}

/** Reads all; hashes only when asked to, since that takes the time of the machine that is measured. */
async function download(url: string, headers: Record<string, string>, hash?: Hash): Promise<void> {
  const asking = request(url, { headers });
  asking.end();
  const [response] = await once(asking, 'response');
  const sink = new Writable({
    write(chunk, _encoding, done) {
      hash?.update(chunk);
      done();
    },
  });
  await pipeline(response, sink);
}

async function watchMemory(url: string) {
  const resident = async () => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    const [, bytes] = /^process_resident_memory_bytes (\S+)/m.exec(await answer.text()) ?? [];
    return Number(bytes);
  };
  const before = await resident();
  let peak = before;
  let watching = true;
  const watched = (async () => {
    while (watching) {
      peak = Math.max(peak, await resident());
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  return {
    growth: async () => {
      watching = false;
      await watched;
      return peak - before;
    },
  };
}
