import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded.ts';
import { prepareServer, root } from '#tests/support/server/server-process.ts';
import { freePort } from '#tests/support/waiting.ts';

/** The required scores in percent, by category, for public pages on a phone. */
const wanted = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
type Category = keyof typeof wanted;
const categories = Object.keys(wanted) as Category[];
/** A busy machine makes pages slower and sometimes loses a trace, so the best of several runs counts. */
const LOOKS = 3;

/**
 * Runs Lighthouse's mobile profile on every page of the site map. LIGHTHOUSE_PAGES="/ /fees" selects pages. Performance
 * is a simulated slow phone on a slow network, based on times measured here, so it means little on a busy machine.
 */
export async function lighthouseBench(): Promise<void> {
  const { ensureBuild } = (await import(pathToFileURL(join(root, 'scripts/build.mjs')).href)) as {
    ensureBuild(options: { root: string }): Promise<string>;
  };
  const siteFolder = await ensureBuild({ root });
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-bench-lighthouse-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: { info() {}, error: console.error } });
  const server = await prepareServer({ env: { DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' }, siteFolder });
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      `--remote-debugging-port=${port}`,
      // Also the address of the site: Chromium treats localhost like https.
      '--host-resolver-rules=MAP localhost 127.0.0.1',
    ],
  });
  try {
    await server.start();
    const url = server.url.replace('127.0.0.1', 'localhost');
    const missed: string[] = [];
    print(`${'page'.padEnd(32)}${categories.map((name) => name.padStart(16)).join('')}`);
    for (const path of await pagesOf(url)) missed.push(...(await look(url + path, path, port)));
    print(missed.length === 0 ? 'All pages reach what they must.' : `Missed:\n${missed.join('\n')}`);
  } finally {
    await browser.close();
    await server.remove();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function pagesOf(url: string): Promise<string[]> {
  const chosen = process.env.LIGHTHOUSE_PAGES?.split(/\s+/).filter(Boolean) ?? [];
  if (chosen.length > 0) return chosen;
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
}

/** Prints the page's line of the table. Returns the failed requirements with reasons. */
async function look(url: string, path: string, port: number): Promise<string[]> {
  let best: Look | undefined;
  for (let i = 0; i < LOOKS && !(best && reachesAll(best)); i++) {
    const seen = await lookOnce(url, port);
    if (seen && (!best || sum(seen.scores) > sum(best.scores))) best = seen;
  }
  if (!best) throw new Error(`Lighthouse could not trace ${path} in ${LOOKS} looks.`);
  const { lhr, scores } = best;
  print(`${path.padEnd(32)}${scores.map((score) => String(score).padStart(16)).join('')}`);
  return categories.flatMap((name, i) => {
    const score = scores[i] ?? 0;
    if (score >= wanted[name]) return [];
    const reasons = (lhr.categories[name]?.auditRefs ?? [])
      .map(({ id, weight }) => ({ weight, audit: lhr.audits[id] }))
      .filter(({ weight, audit }) => weight > 0 && audit && audit.score !== null && audit.score < 0.9)
      .map(({ audit }) => [audit?.title, audit?.displayValue].filter(Boolean).join(': '));
    return [`  ${path}: ${name} ${score} of ${wanted[name]}: ${reasons.join('; ')}`];
  });
}

interface Look {
  lhr: Result;
  scores: number[];
}
type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

async function lookOnce(url: string, port: number): Promise<Look | undefined> {
  const result = await lighthouse(url, { port, logLevel: 'silent', onlyCategories: categories });
  if (!result || result.lhr.runtimeError) return undefined;
  const { lhr } = result;
  return { lhr, scores: categories.map((name) => Math.round(100 * (lhr.categories[name]?.score ?? 0))) };
}

const reachesAll = ({ scores }: Look) => categories.every((name, i) => (scores[i] ?? 0) >= wanted[name]);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
