import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../setup.mjs';
import { pauseBefore, shouldRestart } from './supervise.mjs';

const end = { code: null, signal: null, wanted: false, wasReady: true };

test.each([
  ['an error that nothing caught', { code: 70 }, true],
  ['a stop for want of memory', { signal: 'SIGKILL' }, true],
  ['one of the engine itself', { signal: 'SIGABRT' }, true],
  ['a database that was gone when it started again', { code: 75 }, true],
  ['a kill before it was ready', { signal: 'SIGKILL', wasReady: false }, true],
  ['a configuration that is refused', { code: 1 }, false],
  ['the same at the first start', { code: 1, wasReady: false }, false],
  ['a database that is not there at the first start', { code: 75, wasReady: false }, false],
  ['a mistake of ours at the first start', { code: 70, wasReady: false }, false],
  ['a stop that was asked for', { code: 0, wanted: true }, false],
  ['a stop by somebody who knew its number', { code: 0 }, false],
  ['a kill while it stops', { signal: 'SIGKILL', wanted: true }, false],
])('%s: started again is %j %s', (_what, how, expected) => {
  expect(shouldRestart({ ...end, ...how })).toBe(expected);
});

test('NODE_OPTIONS reaches the server: what an operator imports runs in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-import-'));
  try {
    const hook = join(folder, 'hook.mjs');
    await writeFile(hook, 'console.log("imported for", process.argv.slice(1).join(" "));');
    const program = `import { supervise } from './scripts/process/supervise.mjs';
      supervise(process.execPath, ['server/main.ts', '--check-config']);`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { cwd: root, env: { PATH: process.env.PATH, NODE_OPTIONS: `--import=${pathToFileURL(hook).href}` } },
    );
    expect(stdout).toMatch(/^imported for \S*server\/main\.ts --check-config --restarts 0$/m);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('doubles the pauses up to 30 seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 100].map(pauseBefore)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ]);
});
