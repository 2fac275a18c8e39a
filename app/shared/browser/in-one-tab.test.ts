import { afterEach, expect, test, vi } from 'vitest';
import { inOneTab } from './in-one-tab.ts';

type Request = (name: string, options: { signal: AbortSignal }, work: () => unknown) => Promise<unknown>;
const locks = (request: Request | undefined) => vi.stubGlobal('navigator', { locks: request && { request } });
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('runs the work with the lock', async () => {
  const request = vi.fn<Request>(async (_name, _options, work) => work());
  locks(request);
  expect(await inOneTab('a', async () => 'done', 1000)).toBe('done');
  expect(request.mock.calls[0]?.[0]).toBe('a');
});

test.each<[string, Request | undefined]>([
  ['has no locks', undefined],
  ['refuses them with its storage', () => Promise.reject(new DOMException('refused', 'SecurityError'))],
])('runs it all the same if the browser %s', async (_, request) => {
  locks(request);
  expect(await inOneTab('a', async () => 'done', 1000)).toBe('done');
});

test('doesn’t wait forever for a tab that sleeps', async () => {
  vi.useFakeTimers();
  locks(
    (_name, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  const done = inOneTab('a', async () => 'done', 1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await done).toBe('done');
});

test('runs the work once, also if it fails', async () => {
  locks(async (_name, _options, work) => work());
  const work = vi.fn(() => Promise.reject(new Error('down')));
  await expect(inOneTab('a', work, 1000)).rejects.toThrow('down');
  expect(work).toHaveBeenCalledOnce();
});
