import { expect, test, vi } from 'vitest';
import { createVersionCache } from './version-cache.ts';

function setUp(make: (key: string) => Promise<string>) {
  let version = 1;
  const onError = vi.fn();
  const counted = vi.fn(make);
  const cache = createVersionCache({ make: counted, version: () => version, onError });
  return { cache, made: counted, onError, change: () => (version += 1) };
}

test('makes a value once per version', async () => {
  const { cache, made, change } = setUp(async (key) => key);
  await Promise.all([cache.get('a'), cache.get('a'), cache.get('b')]);
  expect(made).toHaveBeenCalledTimes(2);
  change();
  expect(await cache.get('a')).toBe('a');
  expect(made).toHaveBeenCalledTimes(3);
});

test('a change while a value is made makes it again', async () => {
  const waiting: ((value: string) => void)[] = [];
  const { cache, change } = setUp(() => new Promise((resolve) => void waiting.push(resolve)));
  const old = cache.get('a');
  change();
  const next = cache.get('a');
  waiting[1]?.('new');
  waiting[0]?.('old');
  expect(await Promise.all([old, next])).toEqual(['old', 'new']);
  expect(await cache.get('a')).toBe('new');
});

test('serves the last value if a new one fails, and tries again', async () => {
  let isBroken = false;
  const { cache, change, onError, made } = setUp(async () => {
    if (isBroken) throw new Error('broken');
    return `value ${made.mock.calls.length}`;
  });
  expect(await cache.get('a')).toBe('value 1');
  change();
  isBroken = true;
  expect(await cache.get('a')).toBe('value 1');
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'broken' }), 'a');
  isBroken = false;
  expect(await cache.get('a')).toBe('value 3');
});

test('rejects if there is no value at all, and tries again', async () => {
  let isBroken = true;
  const { cache } = setUp(async () => {
    if (isBroken) throw new Error('broken');
    return 'value';
  });
  await expect(cache.get('a')).rejects.toThrow('broken');
  isBroken = false;
  expect(await cache.get('a')).toBe('value');
});

test('refresh makes the known values again, and goes on after a failure', async () => {
  const { cache, made, change } = setUp(async (key) => {
    if (key === 'a' && made.mock.calls.length > 2) throw new Error('broken');
    return key;
  });
  await cache.get('a');
  await cache.get('b');
  change();
  await cache.refresh();
  expect(made.mock.calls.map(([key]) => key)).toEqual(['a', 'b', 'a', 'b']);
});
