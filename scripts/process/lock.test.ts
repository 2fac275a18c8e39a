import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from './lock.mjs';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('allows one holder at a time, and reports waiting', async () => {
  let inside = 0;
  let most = 0;
  let waiting = 0;
  const others = Promise.withResolvers<void>();
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await others.promise;
    await stat(path);
    inside -= 1;
  };
  await Promise.all(
    Array.from({ length: 5 }, () =>
      withLock(path, work, () => {
        waiting += 1;
        if (waiting === 4) others.resolve();
      }),
    ),
  );
  expect({ most, waiting }).toEqual({ most: 1, waiting: 4 });
  expect(await readdir(folder)).toEqual([]);
});

test('releases the lock after an error', async () => {
  await expect(withLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLock(path, async () => 'done')).toBe('done');
});

test('takes over the lock of a killed process', async () => {
  const killed = spawn('true');
  await once(killed, 'exit');
  await writeFile(path, `${hostname()} ${killed.pid} abc`);
  expect(await withLock(path, async () => 'done')).toBe('done');
});

test('takes over a stale lock of another machine', async () => {
  await writeFile(path, 'elsewhere 1 abc');
  const before = new Date(Date.now() - 16_000);
  await utimes(path, before, before);
  expect(await withLock(path, async () => 'done')).toBe('done');
});
