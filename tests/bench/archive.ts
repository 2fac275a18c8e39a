import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import yauzl from 'yauzl';
import { DOCUMENTS, inParallel, SERVICE, watchMemory, withPortal } from './bench-portal.ts';
import { MEGABYTE, upload } from './transfer.ts';

const FILES = 2_000;
const WARM_UP = 100;
const CONNECTIONS = 8;
/** The allowed growth of memory from a zip of 100 MB to one of 2 GB. */
const FLAT = 64 * MEGABYTE;

const run = promisify(execFile);

/** A zip of 2 GB with 2,000 files: speed, memory of the server, and compatibility with other programs. */
export async function archive(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-bench-'));
  try {
    await withPortal(async ({ server, person }) => {
      const { id, headers } = await person();
      const hashes = await fill(server.url, id);
      // Excludes the memory of the uploads.
      await server.end('SIGTERM');
      await server.start();
      // A small zip first, so that everything is loaded. 20 times as many files must not take more memory.
      const some = Array.from({ length: WARM_UP }, (_, n) => `2026/${n}.bin`);
      await save(server.url, headers, id, some, join(folder, 'small.zip'));

      const memory = await watchMemory(server.url);
      const zip = join(folder, 'folder.zip');
      const began = performance.now();
      await save(server.url, headers, id, ['2026'], zip);
      const seconds = (performance.now() - began) / 1000;
      const [before, peak] = [memory.before, await memory.peak()];
      const { size } = await stat(zip);
      const megabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
      process.stdout.write(
        [
          `A folder of ${FILES} files of 1 MB as a zip of ${megabytes(size)}`,
          `  ${Math.round(size / MEGABYTE / seconds)} MB/s to a file, ${seconds.toFixed(1)} s`,
          `  the server's memory (RSS): ${megabytes(before)} after one of ${WARM_UP} MB, ${megabytes(peak)} at most: ${peak - before <= FLAT ? 'flat' : 'NOT FLAT'}`,
          `  unzip -t: ${await byUnzip(zip)}`,
          `  yauzl: ${await byYauzl(zip, hashes)}`,
          '',
          '',
        ].join('\n'),
      );
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** SHA-256 of each file, by name in the zip. */
async function fill(url: string, ownerId: string): Promise<Map<string, string>> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const hashes = new Map<string, string>();
  const random = randomBytes(MEGABYTE);
  await inParallel(FILES, CONNECTIONS, async (n) => {
    const bytes = Buffer.from(random);
    bytes.writeUInt32BE(n);
    const name = `2026/${n}.bin`;
    hashes.set(name, createHash('sha256').update(bytes).digest('hex'));
    const object = `${url}/storage/v1/object/${DOCUMENTS}/${ownerId}/${name}`;
    await upload({ url: object, headers: SERVICE, agent }, bytes, 1);
  });
  agent.destroy();
  return hashes;
}

async function save(
  url: string,
  headers: Record<string, string>,
  owner_id: string,
  paths: string[],
  path: string,
): Promise<void> {
  const ordered = await fetch(`${url}/functions/v1/archive`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ owner_id, paths }),
  });
  const answer = (await ordered.json()) as { url: string };
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url + answer.url, resolve).on('error', reject),
  );
  if (response.statusCode !== 200) throw new Error(`the archive was answered with ${response.statusCode}`);
  await pipeline(response, createWriteStream(path));
}

/** Info-ZIP's test of every entry, if it is installed. */
async function byUnzip(path: string): Promise<string> {
  try {
    const { stdout } = await run('unzip', ['-tq', path]);
    return stdout.trim().replace(path, 'the zip');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'is not installed here';
    throw error;
  }
}

async function byYauzl(path: string, hashes: ReadonlyMap<string, string>): Promise<string> {
  const zip = await yauzl.openPromise(path, { strictFileNames: true });
  let equal = 0;
  for await (const entry of zip.eachEntry()) {
    const hash = createHash('sha256');
    await pipeline(await zip.openReadStreamPromise(entry), hash);
    if (hash.digest('hex') === hashes.get(entry.fileName)) equal += 1;
  }
  if (equal !== hashes.size)
    throw new Error(`${equal} of ${hashes.size} files in the zip are what was uploaded`);
  return `${equal} files, each with the hash of what was uploaded`;
}
