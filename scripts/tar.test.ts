/** @module-tag property */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tar, untar } from './tar.mjs';

const deep = `${'folder/'.repeat(20)}${'n'.repeat(90)}.js`;
const files = [
  { path: 'release/start.sh', content: Buffer.from('#!/bin/sh\n'), executable: true },
  { path: 'release/empty', content: Buffer.alloc(0) },
  { path: 'release/block', content: Buffer.alloc(512, 'b') },
  { path: 'release/ümläut.txt', content: Buffer.from('ü') },
  { path: deep, content: Buffer.from('deep') },
];

test('system tar extracts the archive with modes and times', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-tar-'));
  try {
    await writeFile(join(folder, 'a.tar'), tar(files, 1_700_000_000));
    await promisify(execFile)('tar', ['xf', 'a.tar'], { cwd: folder });
    for (const { path, content, executable } of files) {
      expect(await readFile(join(folder, path))).toEqual(content);
      const { mode, mtimeMs } = await stat(join(folder, path));
      expect([mode & 0o111 ? 'executable' : 'plain', mtimeMs]).toEqual([
        executable ? 'executable' : 'plain',
        1_700_000_000_000,
      ]);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('untar returns what tar wrote', () => {
  const names = fc.stringMatching(/^[a-z]{1,60}(\/[a-z]{1,60}){0,2}$/);
  const entries = fc.array(fc.record({ path: names, content: fc.uint8Array({ maxLength: 2000 }) }));
  fc.assert(
    fc.property(entries, (wanted) => {
      const found = untar(tar(wanted, 0)).map(({ path, content }) => ({ path, content: [...content] }));
      expect(found).toEqual(wanted.map(({ path, content }) => ({ path, content: [...content] })));
    }),
  );
});

test('rejects a path that is too long', () => {
  expect(() => tar([{ path: 'n'.repeat(101), content: Buffer.alloc(0) }], 0)).toThrow('too long');
});
