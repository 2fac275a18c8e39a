import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, freePort, root } from '#tests/support/server/portal.ts';
import { unprivileged } from '#tests/support/services/external-postgres.ts';

const run = promisify(execFile);
/** The archive contains the site for the default settings. */
const SITE_URL = 'http://localhost:3000';
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
  'the archive is reproducible, and starts without a build, tools, or write access to its folder',
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

    // Another account than the owner, without a home folder.
    const account = await unprivileged();
    const dataDir = join(folder, 'data');
    await mkdir(dataDir, { mode: 0o777 });
    await chmod(dataDir, 0o777);
    const port = await freePort();
    const child = spawn(join(release, 'node_modules/.bin/node'), ['scripts/start.mjs'], {
      ...account,
      cwd: release,
      env: {
        PATH: '/usr/bin:/bin',
        HOME: '/nonexistent',
        SITE_URL,
        PORT: String(port),
        DATA_DIR: join(dataDir, 'own'),
      },
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
    try {
      await eventually(async () => {
        if (child.exitCode !== null) throw new Error(`it ended:\n${printed}`);
        return fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      }, 120_000);
      const health = await (await fetch(`http://127.0.0.1:${port}/healthz`)).json();
      expect(health).toEqual({ status: 'ok', version });
      expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('</html>');
    } finally {
      if (child.exitCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
    }
    expect(printed).not.toMatch(/Installing|Building/);
    expect(await readdir(join(release, '.build'))).toEqual(built);
  },
  PATIENCE,
);

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
