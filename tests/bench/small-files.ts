import { Agent } from 'node:http';
import { DOCUMENTS, inParallel, percent, withPortal } from './bench-portal.ts';
import { type Call, download, upload, withBareServer } from './transfer.ts';

const FILES = 2_000;
const WARM_UP = 200;
const CONNECTIONS = 16;
const PAPER = Buffer.alloc(1024, 'A page of a tax return.\n');

interface Rates {
  up: number;
  down: number;
}

/** Uploads and downloads files of 1 KB, compared with a server that only writes, syncs and reads them. */
export async function smallFiles(): Promise<void> {
  await withBareServer(new URL('bare-small-server.ts', import.meta.url), (bareUrl) =>
    withPortal(async ({ server, person }) => {
      const { id, headers } = await person();
      const documents = `${server.url}/storage/v1/object/${DOCUMENTS}/${id}`;
      const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
      const bare = (name: string): Call => ({ url: `${bareUrl}${name}`, agent });
      const portal = (name: string): Call => ({
        url: `${documents}/${name}.txt`,
        headers: { ...headers, 'content-type': 'text/plain' },
        agent,
      });
      await measure(bare, 'warm', WARM_UP);
      await measure(portal, 'warm', WARM_UP);
      print(await measure(bare, 'paper', FILES), await measure(portal, 'paper', FILES));
      agent.destroy();
    }),
  );
}

async function measure(call: (name: string) => Call, name: string, count: number): Promise<Rates> {
  const rate = async (work: (n: number) => Promise<void>) => {
    const began = performance.now();
    await inParallel(count, CONNECTIONS, work);
    return Math.round(count / ((performance.now() - began) / 1000));
  };
  return {
    up: await rate((n) => upload(call(`${name}${n}`), PAPER, 1)),
    down: await rate((n) => download(call(`${name}${n}`))),
  };
}

function print(bare: Rates, portal: Rates): void {
  const line = (...cells: string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(40) : cell.padStart(14))).join('');
  const rates = ({ up, down }: Rates) => [`${up} /s`, `${down} /s`];
  process.stdout.write(
    [
      `${FILES} files of 1 KB by ${CONNECTIONS} connections`,
      line('', 'uploads', 'downloads'),
      line('bare node:http, fsync, no encryption', ...rates(bare)),
      line('portal, as a client', ...rates(portal)),
      line('', percent(portal.up, bare.up), percent(portal.down, bare.down)),
      '',
      '',
    ].join('\n'),
  );
}
