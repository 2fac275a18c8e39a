import { randomBytes } from 'node:crypto';
import { makeBucket, percent, SERVICE, watchMemory, withPortal } from './bench-portal.ts';
import { type Call, download, MEGABYTE, timed, upload, verify, withBareServer } from './transfer.ts';

const MEGABYTES = 500;
const ROUNDS = 3;

interface Speeds {
  up: number;
  down: number;
}

/** Uploads and downloads 500 MB: speed compared with a bare encrypted stream, and memory of the server. */
export async function largeFile(): Promise<void> {
  const bare = await withBareServer(new URL('bare-server.ts', import.meta.url), async (url) => {
    await measure({ url }, 20);
    return bestOf(() => measure({ url }, MEGABYTES));
  });
  await withPortal(async ({ server }) => {
    const files = `${server.url}/storage/v1/object/${await makeBucket(server.url, 'bench')}`;
    const file = (name: string) => ({ url: `${files}/${name}`, headers: SERVICE });
    // A small file first, so that everything is loaded.
    await measure(file('small.bin'), 20);
    const memory = await watchMemory(server.url);
    const speeds = await bestOf((round) => measure(file(`large-${round}.bin`), MEGABYTES));
    print(bare, speeds, (await memory.peak()) - memory.before);
  });
}

function print(bare: Speeds, speeds: Speeds, growth: number): void {
  const line = (...cells: string[]) => cells.map((cell) => cell.padEnd(22)).join('');
  process.stdout.write(
    [
      `One file of ${MEGABYTES} MB, the best of ${ROUNDS}, client and server on this machine`,
      line('', 'upload', 'download'),
      line('bare encrypted stream', `${bare.up} MB/s`, `${bare.down} MB/s`),
      line('portal', `${speeds.up} MB/s`, `${speeds.down} MB/s`),
      line('', percent(speeds.up, bare.up), percent(speeds.down, bare.down)),
      `The server's memory grew by ${Math.round(growth / MEGABYTE)} MB at most (RSS, all rounds together).`,
      '',
      '',
    ].join('\n'),
  );
}

async function bestOf(measured: (round: number) => Promise<Speeds>): Promise<Speeds> {
  const all: Speeds[] = [];
  for (let round = 0; round < ROUNDS; round++) all.push(await measured(round));
  return { up: Math.max(...all.map(({ up }) => up)), down: Math.max(...all.map(({ down }) => down)) };
}

async function measure(call: Call, megabytes: number): Promise<Speeds> {
  const block = randomBytes(MEGABYTE);
  const up = await timed(megabytes, () => upload(call, block, megabytes));
  const down = await timed(megabytes, () => download(call));
  await verify(call, block, megabytes);
  return { up, down };
}
