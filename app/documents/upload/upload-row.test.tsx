// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { English } from '#tests/support/english.tsx';
import type { UploadJob } from './upload-job.ts';
import { UploadRow } from './upload-row.tsx';

const queue = vi.hoisted(() => ({ retry: vi.fn(), cancel: vi.fn() }));
vi.mock('./uploads.ts', () => ({ uploads: queue }));
beforeEach(() => {
  vi.clearAllMocks();
});
afterEach(cleanup);

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
