import { expect, test } from 'vitest';
import { isRoomy } from './scratch.mjs';

const GIB = 1024 ** 3;
const mounted = (options: string) =>
  `/dev/vda / ext4 rw,relatime 0 0\ntmpfs /dev/shm tmpfs ${options} 0 0\nproc /proc proc rw,noexec 0 0\n`;
const roomy = { folder: 12 * GIB, memory: 20 * GIB };

test.each([
  ['a machine with memory', mounted('rw,nosuid,relatime'), roomy, true],
  ['a container with the usual 64 MB', mounted('rw,relatime'), { ...roomy, folder: 64 * 1024 ** 2 }, false],
  ['a machine that is short of memory', mounted('rw,relatime'), { ...roomy, memory: 4 * GIB }, false],
  ['a folder that runs no programs', mounted('rw,nosuid,noexec'), roomy, false],
  ['a folder that is no mount', '/dev/vda / ext4 rw,relatime 0 0\n', roomy, false],
])('on %s, temporary files are in memory or not', (_, mounts, free, expected) => {
  expect(isRoomy(mounts, free)).toBe(expected);
});
