// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/shared/api/query-client.tsx';
import { English } from '#tests/support/english.tsx';
import { OthersUploads } from './others-uploads.tsx';
import type { UnfinishedUpload } from './unfinished-uploads.ts';

const server = vi.hoisted(() => ({ uploads: [] as UnfinishedUpload[], discarded: [] as string[] }));
vi.mock(import('./unfinished-uploads.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    unfinishedQuery: ((ownerId: string) => ({
      ...real.unfinishedQuery(ownerId),
      queryFn: async () => [...server.uploads],
    })) as typeof real.unfinishedQuery,
    discardUnfinished: async (id) => {
      server.discarded.push(id);
      server.uploads = server.uploads.filter((one) => one.id !== id);
    },
  };
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  server.discarded = [];
});

const upload = (id: string, more: Partial<UnfinishedUpload> = {}): UnfinishedUpload => ({
  id,
  path: `2026/${id}.pdf`,
  size: 10,
  received: 5,
  fingerprint: 'c0ffee',
  updatedAt: '2026-01-01T00:00:00Z',
  isMine: false,
  mayCancel: true,
  ...more,
});

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <OthersUploads ownerId="maria" />
    </QueryClientProvider>,
    { wrapper: English },
  );

test('shows what others did not finish, and removes it', async () => {
  server.uploads = [
    upload('helper'),
    upload('own', { isMine: true }),
    upload('not for me', { mayCancel: false }),
    upload('going on', { updatedAt: new Date().toISOString() }),
  ];
  open();
  await screen.findByText('Someone else began to upload a file and didn’t finish');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['helper.pdf']);
  await userEvent.click(screen.getByRole('button', { name: 'Remove it' }));
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  expect(server.discarded).toEqual(['helper']);
});

test('shows nothing if all uploads are your own', async () => {
  server.uploads = [upload('own', { isMine: true })];
  open();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('listitem')).toBeNull();
});
