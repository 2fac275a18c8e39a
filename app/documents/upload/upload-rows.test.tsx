// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { authSession } from '#app/shared/api/auth-session.ts';
import { queryClient } from '#app/shared/api/query-client.tsx';
import { uploadingIn } from '#app/shared/session/clients/folder-memory.ts';
import { English } from '#tests/support/english.tsx';
import { fingerprintOf, readEnds } from './duplicates/fingerprint.ts';
import { OthersUploads, UnfinishedBanners } from './unfinished-banners.tsx';
import type { UnfinishedUpload } from './unfinished-uploads.ts';
import type { UploadJob } from './upload-job.ts';
import { UploadRow } from './upload-row.tsx';
import { inspect, send } from './upload-work.ts';

const server = vi.hoisted(() => ({ uploads: [] as UnfinishedUpload[], discarded: [] as string[] }));
vi.mock(import('./unfinished-uploads.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    unfinishedQuery: ((ownerId: string) => ({
      ...real.unfinishedQuery(ownerId),
      queryFn: async () => [...server.uploads],
    })) as typeof real.unfinishedQuery,
    discardUnfinished: async (uploads) => {
      server.discarded.push(...uploads.map(({ id }) => id));
      server.uploads = server.uploads.filter(({ id }) => !server.discarded.includes(id));
    },
  };
});

const queue = vi.hoisted(() => ({ retry: vi.fn(), cancel: vi.fn() }));
vi.mock('./uploads.ts', () => ({
  uploads: queue,
  useUploads: () => [],
  interruptedIn: (ownerId: string) => uploadingIn(ownerId).read()?.split(' ') ?? null,
  forgetInterruption: (ownerId: string) => uploadingIn(ownerId).clear(),
}));
vi.mock('./send-upload.ts', () => ({ sendUpload: async () => 'stored', forgetUnfinished: () => {} }));

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  queryClient.clear();
  server.discarded = [];
});

const upload = (id: string, more: Partial<UnfinishedUpload> = {}): UnfinishedUpload => ({
  id,
  path: `2026/${id}.pdf`,
  size: 10,
  received: 5,
  fingerprint: 'c0ffee',
  updated_at: '2026-01-01T00:00:00Z',
  mine: false,
  may_cancel: true,
  ...more,
});

const open = (banners = <OthersUploads ownerId="maria" />) =>
  render(<QueryClientProvider client={queryClient}>{banners}</QueryClientProvider>, { wrapper: English });

test('shows what others did not finish, and removes it', async () => {
  server.uploads = [
    upload('helper'),
    upload('own', { mine: true }),
    upload('not for me', { may_cancel: false }),
    upload('going on', { updated_at: '2026-01-01T01:59:30Z' }),
  ];
  // The device's clock is ahead.
  vi.spyOn(authSession, 'serverNow').mockReturnValue(Date.parse('2026-01-01T02:00:00Z'));
  open();
  await screen.findByText('Someone else began to upload a file and didn’t finish');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['helper.pdf']);
  await userEvent.click(screen.getByRole('button', { name: 'Remove it' }));
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  expect(server.discarded).toEqual(['helper']);
});

test('shows nothing if all uploads are your own', async () => {
  server.uploads = [upload('own', { mine: true })];
  open();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('listitem')).toBeNull();
});

const job: UploadJob = {
  id: 7,
  target: { ownerId: 'maria', clientName: null, folder: '2026' },
  name: 'W-2.pdf',
  chosenName: 'W-2.pdf',
  type: 'application/pdf',
  size: 10,
  sent: 5,
  status: 'sending',
  isOffline: false,
  problem: null,
  note: null,
  duplicate: null,
};
test('after a reload, discards what this tab was sending, and not what another device sends now', async () => {
  const file = new File(['%PDF-'], 'W-2.pdf');
  const options = { signal: new AbortController().signal, onProgress() {}, onOffline() {}, onName() {} };
  await inspect(file.name, file);
  await send(job, file, options);
  const fingerprint = fingerprintOf(file.size, await readEnds(file));
  const now = { mine: true, updated_at: '2026-01-01T01:59:30Z' };
  server.uploads = [
    upload('this tab', { ...now, fingerprint }),
    upload('the phone', now),
    upload('last week', { mine: true }),
  ];
  vi.spyOn(authSession, 'serverNow').mockReturnValue(Date.parse('2026-01-01T02:00:00Z'));
  const rights = { mayChange: true, mayDelete: false, dense: false, seesCounts: false };
  open(<UnfinishedBanners target={{ ...job.target, ...rights }} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  expect(server.discarded).toEqual(['this tab', 'last week']);
});

const show = (more: Partial<UploadJob>) =>
  render(<UploadRow job={{ ...job, ...more }} />, { wrapper: English });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a failed upload is tried again', async () => {
  show({ status: 'failed', problem: 'Upload error' });
  screen.getByText('Upload error');
  await press('Retry W-2.pdf');
  expect(queue.retry.mock.calls).toEqual([[7]]);
});

test('a refused file can’t be tried again', () => {
  show({ status: 'refused', problem: 'Locked with a password' });
  expect(screen.queryByRole('button')).toBeNull();
});

test.each(['waiting', 'checking', 'sending'] as const)(
  'an upload that is %s can be canceled',
  async (status) => {
    show({ status });
    await press('Cancel W-2.pdf');
    expect(queue.cancel.mock.calls).toEqual([[7]]);
  },
);

test('a file that was stored under another name says so', () => {
  show({ status: 'done', name: 'W-2 (2).pdf' });
  screen.getByText(/“W-2.pdf” was already taken/);
});
