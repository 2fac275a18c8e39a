import { spawn } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

export const MEGABYTE = 1_000_000;

export interface Call {
  url: string;
  headers?: Record<string, string>;
  agent?: Agent;
}

/** Sends a block several times as one body. */
export async function upload({ url, headers, agent }: Call, block: Buffer, count: number): Promise<void> {
  const sending = request(url, {
    method: 'POST',
    ...(agent && { agent }),
    headers: {
      'content-type': 'application/octet-stream',
      ...headers,
      'content-length': count * block.length,
    },
  });
  const answered = once(sending, 'response');
  await pipeline(Readable.from(Array(count).fill(block)), sending);
  const [response] = await answered;
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`the upload was answered with ${response.statusCode}`);
}

/** Reads everything. Hashes only on request, since that takes time of the measured machine. */
export async function download({ url, headers, agent }: Call, hash?: Hash): Promise<void> {
  const asking = request(url, { ...(headers && { headers }), ...(agent && { agent }) });
  asking.end();
  const [response] = await once(asking, 'response');
  if (response.statusCode !== 200) throw new Error(`the download was answered with ${response.statusCode}`);
  const sink = new Writable({
    write(chunk, _encoding, done) {
      hash?.update(chunk);
      done();
    },
  });
  await pipeline(response, sink);
}

/** Checks that the stored bytes are the sent ones. Not measured. */
export async function verify(call: Call, block: Buffer, count: number): Promise<void> {
  const sent = createHash('sha256');
  for (let n = 0; n < count; n++) sent.update(block);
  const got = createHash('sha256');
  await download(call, got);
  if (!sent.digest().equals(got.digest())) throw new Error('what came back is not what was sent');
}

/** Megabytes per second. */
export async function timed(megabytes: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round(megabytes / ((performance.now() - began) / 1000));
}

/**
 * Starts a script of this folder that serves and prints its port; stops it after the work. Its arguments are the given
 * ones or, without any, a path for its files.
 */
export async function withBareServer<T>(
  script: URL,
  work: (url: string, pid: number) => Promise<T>,
  args?: readonly string[],
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-bench-'));
  const child = spawn(process.execPath, [fileURLToPath(script), ...(args ?? [join(folder, 'file')])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = await once(child.stdout, 'data');
    return await work(`http://127.0.0.1:${String(port).trim()}/`, child.pid ?? 0);
  } finally {
    child.kill();
    await rm(folder, { recursive: true });
  }
}
