/** @module-tag faults-operate */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoBusiness } from '#tests/support/office.ts';
import { eventually, freePort, root } from '#tests/support/server/portal.ts';
import { unprivileged } from '#tests/support/services/external-postgres.ts';

const run = promisify(execFile);
/** The first build is slow. */
const PATIENCE = 600_000;

let folder: string;
let version: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-release-'));
  await chmod(folder, 0o755);
  version = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function makeArchive(name: string): Promise<string> {
  const out = join(folder, name);
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  await run(process.execPath, ['scripts/release.mjs', '--dry-run', '--out', out], { cwd: root, env });
  return join(out, `nutmeg-${version}.tar.gz`);
}

test(
  'the archive is reproducible, and serves three offices at once without a build, tools, or write access to its folder',
  async () => {
    const archive = await makeArchive('one');
    const { stdout } = await run('sha256sum', ['--check', `${archive}.sha256`], { cwd: join(folder, 'one') });
    expect(stdout).toContain('OK');
    const [one, again] = await Promise.all([archive, await makeArchive('two')].map((path) => readFile(path)));
    expect(one?.equals(again ?? Buffer.alloc(0))).toBe(true);

    await run('tar', ['xzf', archive, '-C', folder]);
    const release = join(folder, `nutmeg-${version}`);
    expect(existsSync(join(release, 'tests'))).toBe(false);
    await linkPackages(release);
    for (const tool of ['vite', '@react-router/dev', 'typescript', 'react']) {
      expect(existsSync(join(release, 'node_modules', tool))).toBe(false);
    }
    const built = await readdir(join(release, '.build'));

    const offices = await Promise.all(
      [
        { name: 'Harbor Tax', price: 71, siteUrl: 'https://harbor.example' },
        { name: 'Maple Ledger', price: 72, siteUrl: 'https://taxes.maple.example' },
        {
          name: 'Elm Street Returns',
          price: 73,
          siteUrl: 'https://elm.example',
          calendarUrl: 'https://calendar.example/elm',
        },
      ].map((office) => startOffice(release, office)),
    );
    try {
      for (const { url, office } of offices) {
        const health = await (await fetch(`${url}/healthz`)).json();
        expect(health).toEqual({ status: 'ok', version });
        const fees = await fetch(`${url}/fees`);
        const page = await fees.text();
        expect(page).toContain(`<link rel="canonical" href="${office.siteUrl}/fees"/>`);
        expect(page).toContain(`| ${office.name}</title>`);
        expect(page.replaceAll('<!-- -->', '')).toContain(`$${office.price}`);
        const policy = fees.headers.get('content-security-policy') ?? '';
        expect(policy.includes('frame-src')).toBe(office.calendarUrl !== undefined);
        if (office.calendarUrl)
          expect(policy).toContain(`frame-src 'self' ${new URL(office.calendarUrl).origin}`);
        for (const other of offices.filter((one) => one.office !== office)) {
          expect(page).not.toContain(other.office.name);
          expect(page).not.toContain(other.office.siteUrl);
        }
        expect(await (await fetch(`${url}/robots.txt`)).text()).toContain(`${office.siteUrl}/sitemap.xml`);
      }
    } finally {
      await Promise.all(offices.map(({ stop }) => stop()));
    }
    for (const { printed } of offices) expect(printed()).not.toMatch(/Installing|Building/);
    expect(await readdir(join(release, '.build'))).toEqual(built);
  },
  PATIENCE,
);

interface OfficeOfTest {
  name: string;
  /** The lowest price of a personal return, in dollars. */
  price: number;
  siteUrl: string;
  calendarUrl?: string;
}

/** Starts the release for an office, as another account than the owner of its folder, without a home folder. */
async function startOffice(release: string, office: OfficeOfTest) {
  const account = await unprivileged();
  const dataDir = await mkdtemp(join(folder, 'data-'));
  await chmod(dataDir, 0o777);
  const facts = structuredClone(demoBusiness);
  facts.name = office.name;
  const [cheapest] = facts.prices.tiers;
  if (cheapest) Object.assign(cheapest, { from: office.price, to: office.price + 50 });
  const file = join(dataDir, 'office.json');
  await writeFile(file, JSON.stringify(facts));
  const port = await freePort();
  const node = join(release, 'node_modules/.bin/node');
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: '/nonexistent',
    SITE_URL: office.siteUrl,
    ...(office.calendarUrl !== undefined && { CALENDAR_URL: office.calendarUrl }),
    PORT: String(port),
    DATA_DIR: join(dataDir, 'own'),
  };
  const child = spawn(node, ['scripts/start.mjs'], { ...account, cwd: release, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`it ended:\n${output}`);
      return fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    }, 120_000);
    await run(node, ['scripts/portal.mjs', 'office', 'import', file], { ...account, cwd: release, env });
    await eventually(async () => (await (await fetch(url)).text()).includes(office.name));
  } catch (error) {
    await stop();
    throw error;
  }
  return { office, url, printed: () => output, stop };
}

/** Installs the packages of `npm ci --omit=dev` from the local ones, without a network. */
async function linkPackages(release: string): Promise<void> {
  const modules = join(release, 'node_modules');
  await run('cp', ['-al', join(root, 'node_modules'), modules]).catch(() =>
    run('cp', ['-a', join(root, 'node_modules'), modules]),
  );
  const lock = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8'));
  const wanted = JSON.parse(await readFile(join(release, 'package-lock.json'), 'utf8'));
  const tools = Object.keys(lock.packages).filter((place) => wanted.packages[place]?.dev);
  for (const place of tools) {
    await rm(join(release, place), { recursive: true, force: true });
    delete lock.packages[place];
  }
  // A separate file, because the local one is a hard link.
  await rm(join(modules, '.package-lock.json'));
  await writeFile(join(modules, '.package-lock.json'), JSON.stringify(lock));
}
