import { expect, test } from 'vitest';
import { run } from '../setup.mjs';
import { isOutOfMemory, outOfMemory } from './memory.mjs';

const ended = (code: string) => run(process.execPath, ['--eval', code], { capture: true });

test('a program that the system has killed ran out of memory', async () => {
  expect(isOutOfMemory(await ended('process.kill(process.pid, "SIGKILL")'))).toBe(true);
});

test('so did one that met its own limit', async () => {
  const { code, output } = await run(
    process.execPath,
    [
      '--max-old-space-size=20',
      '--eval',
      'const kept = []; for (;;) kept.push(new Array(1e5).fill(kept.length));',
    ],
    { capture: true },
  );
  expect(isOutOfMemory({ code, output })).toBe(true);
});

test('one that failed did not', async () => {
  expect(isOutOfMemory(await ended('process.exit(1)'))).toBe(false);
  expect(isOutOfMemory(await ended('process.abort()'))).toBe(false);
});

test('the words say how much is needed', () => {
  expect(outOfMemory('Building the site', 1.5)).toMatch(/^Building the site was stopped, .* 1\.5 GB /);
});
