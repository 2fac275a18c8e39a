import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENCRYPTION_KEY, root, startPortal } from '#tests/support/server/portal.ts';
import { type CommandRun, runCommand } from '#tests/support/server/portal-command.ts';

// As processes. server/operate/cli/command-line.test.ts has what each command does.
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-cli-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const portal = (args: string[], env: Record<string, string> = {}): Promise<CommandRun> =>
  runCommand(args, { DATA_DIR: folder, ...env });

const versionInManifest = async () => JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version;

test('prints what a command says, with exit code 0', async () => {
  expect(await portal(['version'])).toEqual({
    code: 0,
    stdout: `${await versionInManifest()}\n`,
    stderr: '',
  });
});

test('prints problems to the other stream, with exit code 2 for a wrong command line', async () => {
  const { code, stdout, stderr } = await portal(['rule']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('There is no "rule" command.');
});

test('reads its settings from the environment, with exit code 1 for wrong ones', async () => {
  const { code, stderr } = await portal(['keys'], { PORT: 'x' });
  expect(code).toBe(1);
  expect(stderr).toMatch(/PORT: /);
});

describe('migrate', { tags: ['faults-operate'] }, () => {
  test('starts and stops the embedded database', async () => {
    const own = { DATA_DIR: join(folder, 'own') };
    const first = await portal(['migrate'], own);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^Applied 0001_roles\.sql\n/);
    expect(await portal(['migrate'], own)).toMatchObject({
      code: 0,
      stdout: 'The database is up to date.\n',
    });
  });

  test('works beside a server that runs the embedded database', async () => {
    const running = await startPortal({ ownProcess: true, env: { DATABASE_URL: '' } });
    try {
      const beside = { DATA_DIR: running.dataDir, ENCRYPTION_KEY };
      expect(await portal(['migrate'], beside)).toMatchObject({
        code: 0,
        stdout: 'The database is up to date.\n',
      });
      expect((await portal(['role', 'nobody@cli.example', 'admin'], beside)).stderr).toContain('No one');
      expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
      const health = await (await fetch(`${running.url}/healthz`)).json();
      expect(health).toEqual({ status: 'ok', version: await versionInManifest() });
    } finally {
      await running.close();
    }
  });
});
