/** @module-tag faults-operate */
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '#tests/support/server/portal-command.ts';

async function folderOf({ uid, gid }: { uid: number; gid: number }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-owner-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await chown(folder, uid, gid);
  return folder;
}

const root = { uid: 0, gid: 0 };
const service = { uid: 54_321, gid: 54_322 };

describe.skipIf(process.getuid?.() !== 0)('a command of root', () => {
  const rotate = async (dataDir: string) => {
    const settings = { DATA_DIR: dataDir, SECRET_KEY: '' };
    expect(await runCommand(['keys', 'rotate', 'secret'], settings)).toMatchObject({ code: 0, stderr: '' });
    const { uid, gid } = await stat(join(dataDir, 'keys', 'secret.key'));
    return { uid, gid };
  };

  test('runs as the account of the data folder', async () => {
    const dataDir = await folderOf(service);
    expect(await rotate(dataDir)).toEqual(service);
    // Those of a server that runs as root.
    await chown(join(dataDir, 'keys'), root.uid, root.gid);
    expect(await rotate(dataDir)).toEqual(root);
  });

  test('says why it can’t use what only root can', async () => {
    const [dataDir, closed] = [await folderOf(service), await folderOf(root)];
    await writeFile(join(closed, 'letter.pdf'), '');
    const { code, stderr } = await runCommand(['verify-signature', join(closed, 'letter.pdf')], {
      DATA_DIR: dataDir,
    });
    expect(code).toBe(1);
    expect(stderr).toContain('DATA_DIR belongs to another account (54321)');
  });
});
