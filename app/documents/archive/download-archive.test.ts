import { beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreError } from '../store/store-error.ts';
import {
  type ArchiveProgress,
  type ArchiveStatus,
  type Archives,
  downloadArchive,
} from './download-archive.ts';

type News = Partial<ArchiveStatus> | Error | null;

let calls: string[];
let seen: ArchiveProgress[];
beforeEach(() => {
  calls = [];
  seen = [];
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});

/** A server that reports these states and then repeats the last one. */
function server(...told: News[]): Archives {
  let turn = 0;
  return {
    order: async (ownerId, paths) => {
      calls.push(`order ${ownerId} ${paths.join(' ')}`);
      return { id: 'one', name: 'folder.zip', url: '/link' };
    },
    start: (url, name) => void calls.push(`start ${url} ${name}`),
    status: async () => {
      const news = told[Math.min(turn++, told.length - 1)] ?? null;
      if (news instanceof Error) throw news;
      return (
        news && {
          state: 'streaming',
          done_files: 0,
          total_files: 3,
          done_bytes: 0,
          total_bytes: 30,
          skipped_files: 0,
          updated_at: '0',
          ...news,
        }
      );
    },
    cancel: async (id) => void calls.push(`cancel ${id}`),
    pause: async () => undefined,
  };
}

const run = (archives: Archives, signal?: AbortSignal) =>
  downloadArchive(archives, 'anna', ['2026', 'a.pdf'], {
    onProgress: (progress) => seen.push(progress),
    ...(signal && { signal }),
  });
const begun = ['order anna 2026 a.pdf', 'start /link folder.zip'];
const down = new StoreError('unreachable', 'Failed to fetch');

describe('downloading an archive', () => {
  it('starts the download, and reports progress and skipped files', async () => {
    const archives = server(
      { state: 'waiting' },
      { done_files: 1, done_bytes: 10, updated_at: '1' },
      { done_files: 1, done_bytes: 10, updated_at: '1' },
      { done_files: 2, done_bytes: 20, updated_at: '2' },
      { state: 'done', skipped_files: 1, updated_at: '3' },
    );
    expect(await run(archives)).toEqual({ skipped: 1 });
    expect(calls).toEqual(begun);
    expect(seen.map(({ files, bytes }) => `${files} ${bytes}`)).toEqual(['0 0', '1 10', '2 20']);
    expect(seen[0]).toMatchObject({ totalFiles: 3, totalBytes: 30 });
  });

  it('starts nothing when the archive can’t be created', async () => {
    const archives = { ...server(null), order: () => Promise.reject(new StoreError('missing', 'no')) };
    await expect(run(archives)).rejects.toMatchObject({ problem: 'missing' });
    expect(calls).toEqual([]);
  });

  it('cancels on the server, too', async () => {
    const stop = new AbortController();
    const archives = server({ updated_at: '1' });
    const stopped = { ...archives, pause: async () => (seen.length > 0 ? stop.abort() : undefined) };
    await expect(run(stopped, stop.signal)).rejects.toMatchObject({ problem: 'cancelled' });
    expect(calls).toEqual([...begun, 'cancel one']);
  });

  it('starts nothing when cancelled before the archive is created', async () => {
    const stop = new AbortController();
    const archives = server(null);
    const slow: Archives = {
      ...archives,
      order: async (ownerId, paths) => {
        stop.abort();
        return archives.order(ownerId, paths);
      },
    };
    await expect(run(slow, stop.signal)).rejects.toMatchObject({ problem: 'cancelled' });
    expect(calls).toEqual(['order anna 2026 a.pdf', 'cancel one']);
    await expect(run(archives, stop.signal)).rejects.toMatchObject({ problem: 'cancelled' });
    expect(calls).toHaveLength(2);
  });

  it('reports a download that was cancelled in the browser', async () => {
    await expect(run(server({ state: 'cancelled' }))).rejects.toMatchObject({ problem: 'cancelled' });
  });

  it.each<[string, News]>([
    ['the server failed', { state: 'failed' }],
    ['the server is gone', { updated_at: '1' }],
    ['the browser never began', { state: 'waiting' }],
  ])('fails when %s', async (_why, news) => {
    await expect(run(server(news))).rejects.toMatchObject({ problem: 'refused' });
    expect(calls).toEqual([...begun, 'cancel one']);
  });

  it('survives a short loss of the connection, but not a long one', async () => {
    const short = server({ updated_at: '1' }, ...Array<Error>(20).fill(down), { state: 'done' });
    expect(await run(short)).toEqual({ skipped: 0 });
    await expect(run(server({ updated_at: '1' }, down))).rejects.toBe(down);
  });

  it('reports the first error when cancelling fails, too', async () => {
    const archives = { ...server({ state: 'failed' }), cancel: () => Promise.reject(down) };
    await expect(run(archives)).rejects.toMatchObject({ problem: 'refused' });
  });
});
