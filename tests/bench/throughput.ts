import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Upload } from 'tus-js-client';
import { makeBucket, percent, SERVICE, withPortal } from './bench-portal.ts';
import { download, MEGABYTE, timed, upload, verify, withBareServer } from './transfer.ts';

const MEGABYTES = 256;
const ROUNDS = 4;
/** The chunk size of the app. */
const TUS_CHUNK_BYTES = 6 * 1024 * 1024;
/** The minimum share of the bare encrypted stream's speed. */
const AIM = 0.6;

type Way = 'disk' | 'bare' | 'portal' | 'resumable';

/** Transfers a file of 256 MB in every way, in turn, so that a slow machine affects all equally. */
export async function throughput(): Promise<void> {
  const best: Record<Way, { up: number; down: number }> = {
    disk: { up: 0, down: 0 },
    bare: { up: 0, down: 0 },
    portal: { up: 0, down: 0 },
    resumable: { up: 0, down: 0 },
  };
  const note = async (way: Way, direction: 'up' | 'down', work: () => Promise<void>) => {
    best[way][direction] = Math.max(best[way][direction], await timed(MEGABYTES, work));
  };
  const block = randomBytes(MEGABYTE);
  const whole = Buffer.concat(Array(MEGABYTES).fill(block));
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-bench-'));
  try {
    await withBareServer(new URL('bare-server.ts', import.meta.url), (bareUrl) =>
      withPortal(async ({ server }) => {
        const bucket = await makeBucket(server.url, 'bench');
        const object = (name: string) => ({
          url: `${server.url}/storage/v1/object/${bucket}/${name}`,
          headers: SERVICE,
        });
        await upload(object('warm.bin'), block, 20);
        await sendResumably(server.url, bucket, 'warm-too.bin', whole.subarray(0, 20 * MEGABYTE));
        await upload({ url: bareUrl }, block, 20);
        for (let round = 0; round < ROUNDS; round++) {
          const path = join(folder, `plain-${round}`);
          const [plain, pieces] = [object(`plain-${round}.bin`), object(`pieces-${round}.bin`)];
          await note('disk', 'up', () => writeSynced(path, block));
          await note('bare', 'up', () => upload({ url: bareUrl }, block, MEGABYTES));
          await note('portal', 'up', () => upload(plain, block, MEGABYTES));
          await note('resumable', 'up', () =>
            sendResumably(server.url, bucket, `pieces-${round}.bin`, whole),
          );
          await note('disk', 'down', () => read(path));
          await note('bare', 'down', () => download({ url: bareUrl }));
          await note('portal', 'down', () => download(plain));
          await note('resumable', 'down', () => download(pieces));
          if (round > 0) continue;
          await verify(plain, block, MEGABYTES);
          await verify(pieces, block, MEGABYTES);
        }
      }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
  print(best);
}

function print(best: Record<Way, { up: number; down: number }>): void {
  const { disk, bare, portal, resumable } = best;
  const line = (...cells: string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(40) : cell.padStart(12))).join('');
  const speeds = (name: string, { up, down }: { up: number; down: number }) => [
    line(name, `${up} MB/s`, `${down} MB/s`),
    ...(name.startsWith('portal')
      ? [
          line('  of the bare encrypted stream', percent(up, bare.up), percent(down, bare.down)),
          line('  of the disk', percent(up, disk.up), percent(down, disk.down)),
        ]
      : []),
  ];
  const kept = [portal, resumable].every(({ up, down }) => up >= AIM * bare.up && down >= AIM * bare.down);
  process.stdout.write(
    [
      `One file of ${MEGABYTES} MB, the best of ${ROUNDS} in turn, client and server on this machine`,
      line('', 'upload', 'download'),
      ...speeds('this disk: write and fsync, read', disk),
      ...speeds('bare encrypted stream over HTTP', bare),
      ...speeds('portal, in one request', portal),
      ...speeds('portal, resumable, pieces of 6 MiB', resumable),
      `At least ${AIM * 100} % of the bare encrypted stream: ${kept ? 'kept' : 'NOT KEPT'}`,
      '',
      '',
    ].join('\n'),
  );
}

async function writeSynced(path: string, block: Buffer): Promise<void> {
  await pipeline(Readable.from(Array(MEGABYTES).fill(block)), createWriteStream(path, { flush: true }));
}

async function read(path: string): Promise<void> {
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), sink);
}

function sendResumably(url: string, bucketName: string, objectName: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    new Upload(bytes, {
      endpoint: `${url}/storage/v1/upload/resumable`,
      chunkSize: TUS_CHUNK_BYTES,
      headers: SERVICE,
      metadata: { bucketName, objectName, contentType: 'application/octet-stream' },
      uploadDataDuringCreation: true,
      retryDelays: null,
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
}
