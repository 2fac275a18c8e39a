/** @module-tag faults-operate */
import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root, settingsFor } from '#tests/support/server/portal.ts';
import { prepareServer } from '#tests/support/server/server-process.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';

/** An office that runs a clone with its own business.json pulls the release that keeps the facts in the database. */
const PARTS = ['server', 'domain', 'contract', 'locales', 'database', 'package.json'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-pull-'));
  const upstream = join(folder, 'upstream');
  await mkdir(upstream);
  await git(upstream, 'init', '--quiet', '--initial-branch=main');
  // Of release 1.0.0, what matters here: the file that the office edits.
  await cp(join(root, 'business.json'), join(upstream, 'business.json'));
  await commit(upstream, 'release: 1.0.0');
  for (const name of ['uncommitted', 'committed']) await git(folder, 'clone', '--quiet', upstream, name);
  await publish(upstream);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function git(cwd: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Dana Lee',
      GIT_AUTHOR_EMAIL: 'dana@example.com',
      GIT_COMMITTER_NAME: 'Dana Lee',
      GIT_COMMITTER_EMAIL: 'dana@example.com',
    },
  });
  return stdout.trim();
}

async function commit(cwd: string, message: string): Promise<void> {
  await git(cwd, 'add', '--all');
  await git(cwd, 'commit', '--quiet', '--message', message);
}

/** The present program, as the next release. */
async function publish(upstream: string): Promise<void> {
  for (const part of [...PARTS, 'business.json']) {
    await cp(join(root, part), join(upstream, part), { recursive: true });
  }
  await appendFile(join(upstream, '.gitignore'), 'node_modules\n');
  await commit(upstream, 'the next release');
}

/** Edits the file as an office of release 1.0.0 might have: another name, and without a field. */
async function editFacts(clone: string): Promise<void> {
  const { idleMinutes: _, ...facts } = JSON.parse(await readFile(join(clone, 'business.json'), 'utf8'));
  await writeFile(join(clone, 'business.json'), JSON.stringify({ ...facts, name: 'Elm Tax' }, null, 4));
}

describe('git pull meets no conflict, and the start takes the file over', () => {
  test.each([
    ['uncommitted', '--ff-only'],
    ['committed', '--no-rebase'],
  ])('%s changes, %s', async (name, way) => {
    const clone = join(folder, name);
    await editFacts(clone);
    if (name === 'committed') await commit(clone, 'our facts');
    await git(clone, 'pull', '--quiet', way, '--no-edit');
    expect(JSON.parse(await readFile(join(clone, 'business.json'), 'utf8')).name).toBe('Elm Tax');
    expect(await git(clone, 'status', '--porcelain')).toBe(name === 'committed' ? '' : 'M business.json');

    await symlink(join(root, 'node_modules'), join(clone, 'node_modules'));
    const database = await createTestDatabase();
    const server = await prepareServer({
      env: settingsFor(database),
      siteFolder: undefined,
    });
    try {
      await server.start(clone);
      expect(
        await database.query(
          `select source, facts ->> 'name' as name, facts -> 'idleMinutes' as idle from public.office_settings`,
        ),
      ).toEqual([{ source: 'file', name: 'Elm Tax', idle: { staff: 30, client: 60 } }]);
      expect(server.output()).toContain(
        'these were missing, so ours were added: consents, idleMinutes, reminders\n',
      );

      // From now on the file is not read, so it may go back to what git has.
      await server.end('SIGTERM');
      await writeFile(join(clone, 'business.json'), 'not read');
      await server.start(clone);
      expect(await database.query('select version from public.office_settings')).toHaveLength(1);
    } finally {
      await server.remove();
      await database.drop();
    }
  });
});
