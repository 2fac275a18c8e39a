import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { root } from '#tests/support/server/server-process.ts';
import { type BenchPortal, inParallel, percent, percentile, withPortal } from './bench-portal.ts';

const AT_ONCE = 8;
const ROUNDS = 6;
const PER_ROUND = 1_500;
const AROUND_CHANGE = 10_000;
/** How long a server may show the old facts after a change. */
const STALE_MS = 1_000;
const page = '/fees';

interface Answer {
  /** In milliseconds, to the first byte of the body and to the last. */
  firstByte: number;
  all: number;
  body: Buffer;
  policy: string;
}

/**
 * Pages that are rendered on demand and kept in memory, against the same bytes as compressed files on a disk; then a
 * change of the facts among many requests.
 */
export async function pages(): Promise<void> {
  await withPortal(
    async (portal) => {
      const sample = await ask(portal.server.url);
      const folder = await mkdtemp(join(tmpdir(), 'nutmeg-bench-pages-'));
      await writeFile(join(folder, 'fees.html'), brotliDecompressSync(sample.body));
      await writeFile(join(folder, 'fees.html.br'), brotliCompressSync(brotliDecompressSync(sample.body)));
      const bare = await startBare(folder, sample.policy);
      try {
        await compare(portal.server.url, bare.url);
        await changeFacts(portal);
      } finally {
        bare.child.kill('SIGKILL');
        await rm(folder, { recursive: true, force: true });
      }
    },
    { siteFolder: await builtSite() },
  );
}

async function builtSite(): Promise<string> {
  // Plain JavaScript without types.
  const { ensureBuild } = (await import(pathToFileURL(join(root, 'scripts/build.mjs')).href)) as {
    ensureBuild(options: { root: string }): Promise<string>;
  };
  return ensureBuild({ root });
}

async function startBare(folder: string, policy: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-pages-server.ts'), folder, policy], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${String(port).trim()}`, child };
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

function ask(url: string): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(url + page, { agent, headers: { 'accept-encoding': 'br', accept: 'text/html' } }, (response) => {
      const parts: Buffer[] = [];
      let firstByte = 0;
      response.on('data', (part: Buffer) => {
        firstByte ||= performance.now() - began;
        parts.push(part);
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${url}: ${response.statusCode}`));
        const policy = String(response.headers['content-security-policy']);
        resolve({ firstByte, all: performance.now() - began, body: Buffer.concat(parts), policy });
      });
    }).on('error', reject);
  });
}

/** In turn, so that a slow machine affects both equally. */
async function compare(site: string, bare: string): Promise<void> {
  const results = new Map([site, bare].map((url) => [url, { seconds: 0, answers: [] as Answer[] }]));
  for (let round = -1; round < ROUNDS; round++) {
    for (const [url, result] of results) {
      const answers: Answer[] = [];
      const began = performance.now();
      await inParallel(PER_ROUND, AT_ONCE, async () => void answers.push(await ask(url)));
      if (round < 0) continue;
      result.seconds += (performance.now() - began) / 1000;
      result.answers.push(...answers);
    }
  }
  const lines = [
    `${page}, ${AT_ONCE} at once, brotli: pages per second; first byte p50, p99; all p99; bytes`,
  ];
  for (const [url, { seconds, answers }] of results) {
    const first = answers.map(({ firstByte }) => firstByte);
    const times = [percentile(first, 0.5), percentile(first, 0.99)];
    times.push(
      percentile(
        answers.map(({ all }) => all),
        0.99,
      ),
    );
    const rate = Math.round(answers.length / seconds);
    lines.push(
      `  ${url === site ? 'rendered, from memory' : 'prerendered files    '} ${rate}/s; ${times.map((ms) => `${ms.toFixed(1)} ms`).join(', ')}; ${answers[0]?.body.length}`,
    );
  }
  const [first = 0, second = 1] = [...results.values()].map(({ seconds }) => seconds);
  lines.push(`  ${percent(second, first)} of the speed of files`);
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

/** Changes the price in the middle of the requests. */
async function changeFacts({ server, pool }: BenchPortal): Promise<void> {
  const price = '$98,765';
  let changedAt = Number.POSITIVE_INFINITY;
  const late: number[] = [];
  const slowest: number[] = [];
  let news = 0;
  await inParallel(AROUND_CHANGE, AT_ONCE, async (n) => {
    if (n === AROUND_CHANGE / 2) {
      await pool.query(
        `insert into public.office_settings (version, source, facts)
         select version + 1, 'command', jsonb_set(facts, '{prices,extras,0,amount}', '98765')
         from public.office_settings order by version desc limit 1`,
      );
      changedAt = performance.now();
    }
    const began = performance.now();
    const { all, body } = await ask(server.url);
    slowest.push(all);
    const isNew = brotliDecompressSync(body).includes(price);
    if (isNew) news += 1;
    else if (began > changedAt) late.push(began - changedAt);
  });
  const lastStale = Math.max(0, ...late);
  process.stdout.write(
    [
      `A new price after ${AROUND_CHANGE / 2} of ${AROUND_CHANGE} requests`,
      `  the last old page ${lastStale.toFixed(0)} ms after the change; ${news} new pages; slowest answer ${Math.max(...slowest).toFixed(0)} ms\n\n`,
    ].join('\n'),
  );
  if (lastStale > STALE_MS || news === 0) throw new Error('Pages showed an old price for too long.');
}
