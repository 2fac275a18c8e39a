import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from './query-client.tsx';

const lostLine = new TypeError('Failed to fetch');

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: false });
  onlineManager.setOnline(false);
});
afterEach(() => {
  vi.unstubAllGlobals();
  onlineManager.setOnline(true);
  queryClient.clear();
});

test('offline, an action fails, and is not done later', async () => {
  const mutationFn = vi.fn().mockRejectedValue(lostLine);
  const deleting = queryClient.getMutationCache().build(queryClient, { mutationFn }, undefined);
  const failed = vi.fn();
  void deleting.execute(undefined).catch(failed);
  await vi.waitFor(() => expect(failed).toHaveBeenCalledWith(lostLine));
  await queryClient.resumePausedMutations();
  expect(mutationFn).toHaveBeenCalledOnce();
});

test('offline, a list says that it can’t be loaded, and is loaded with the connection', async () => {
  const queryFn = vi.fn().mockRejectedValueOnce(lostLine).mockResolvedValue(['Rosa']);
  const list = new QueryObserver<string[]>(queryClient, { queryKey: ['list'], queryFn });
  const stop = list.subscribe(() => undefined);
  queryClient.mount();
  await vi.waitFor(() => expect(list.getCurrentResult().error).toBe(lostLine));
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(list.getCurrentResult().data).toEqual(['Rosa']));
  stop();
  queryClient.unmount();
});
