/** @module-tag faults-kills */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SECRET_KEY } from '../support/server/portal.ts';
import { startWriters } from '../support/writers.ts';
import { createInstallation, isReady } from './embedded-server.ts';

/** A separate disk that can be filled. Mounting one requires root, and a system that allows it. */
function mountDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nutmeg-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
}

function unmount(folder: string): void {
  execFileSync('umount', ['-l', folder]);
  rmdirSync(folder);
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    unmount(mountDisk());
    return true;
  } catch {
    return false;
  }
}

/** Fills the disk, in ever smaller steps. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (let size = 1 << 20; size > 0; size >>= 1) {
      for (;;) {
        const full = await file.appendFile(Buffer.alloc(size)).then(
          () => false,
          () => true,
        );
        if (full) break;
      }
    }
  } finally {
    await file.close();
  }
}

test.skipIf(!canMount())(
  'a full disk with PostgreSQL and its log on it: 503 or 507, and no restart is needed (root and mount)',
  async () => {
    const disk = mountDisk();
    const installation = await createInstallation({
      settings: { SECRET_KEY, CAPTCHA: 'off', LOG_LEVEL: 'fatal' },
      dataDir: join(disk, 'data'),
    });
    try {
      const server = await installation.startReady();
      const writers = startWriters({ url: server.url, secretKey: SECRET_KEY, count: 4 });
      await writers.recovered();
      const filler = join(disk, 'filler');
      const outages = () => (writers.statuses.get(503) ?? 0) + (writers.statuses.get(507) ?? 0);
      await fill(filler);
      // At first PostgreSQL overwrites recycled WAL; growing tables need space later.
      await expect
        .poll(
          async () => {
            await fill(filler);
            return outages();
          },
          { timeout: 200_000 },
        )
        .toBeGreaterThan(20);
      await expect.poll(() => isReady(server)).toBe(false);
      await rm(filler);
      await writers.recovered();
      await writers.stop();
      expect(await writers.lost()).toEqual([]);
      expect(writers.withoutRetryAfter).toEqual([]);
      expect([...writers.statuses.keys()].filter((status) => ![201, 503, 507].includes(status))).toEqual([]);
      await expect.poll(() => isReady(server)).toBe(true);
      expect(server.child.exitCode).toBeNull();
    } finally {
      await installation.close();
      unmount(disk);
    }
  },
);
