import { expect, test } from 'vitest';
import { run } from '../setup.mjs';
import { isOutOfMemory, outOfMemory } from './memory.mjs';

const ended = (code: string) => run(process.execPath, ['--eval', code], { capture: true });

test('recognizes a program that the system killed', async () => {
  expect(isOutOfMemory(await ended('process.kill(process.pid, "SIGKILL")'))).toBe(true);
});

test('recognizes a program that reached its own limit', async () => {
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

test('ignores other failures', async () => {
  expect(isOutOfMemory(await ended('process.exit(1)'))).toBe(false);
  expect(isOutOfMemory(await ended('process.abort()'))).toBe(false);
});

test('names the required memory', () => {
  expect(outOfMemory('Building the site', 1.5)).toMatch(/^Building the site was stopped, .* 1\.5 GB /);
});
