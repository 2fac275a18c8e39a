import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { whenFirstScreenIsIdle } from './first-screen.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('waits for the answers, and for what the page asks next', async () => {
  vi.stubGlobal('window', { requestIdleCallback: true });
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => queueMicrotask(callback));
  const queries = new QueryClient();
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const done = vi.fn();
  void queries
    .fetchQuery({ queryKey: ['first'], queryFn: () => first.promise })
    .then(() => queries.fetchQuery({ queryKey: ['second'], queryFn: () => second.promise }));
  const served = whenFirstScreenIsIdle(queries).then(done);
  first.resolve('list');
  await vi.waitFor(() => expect(queries.getQueryState(['second'])?.fetchStatus).toBe('fetching'));
  expect(done).not.toHaveBeenCalled();
  second.resolve('rest');
  await served;
  expect(done).toHaveBeenCalledOnce();
});
