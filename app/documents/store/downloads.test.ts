import { beforeEach, describe, expect, it, vi } from 'vitest';
import { english } from '#domain/language/english.ts';
import type { DocumentItem } from './document-store.ts';
import { type DownloadDeps, downloadItems } from './downloads.ts';
import { StoreError } from './store-error.ts';

const item = (name: string, type: 'file' | 'folder' = 'file'): DocumentItem => ({
  key: name,
  type,
  name,
  path: `2026/${name}`,
  size: 1,
  id: null,
  uploadedAt: null,
  downloadCount: null,
  mimeType: null,
  sha256: null,
  uploadedBy: null,
  isByClient: false,
  isSeen: false,
});
const file = item('a.pdf');
const folder = item('W2s', 'folder');
const unreachable = new StoreError('unreachable', 'Failed to fetch');
const refused = new StoreError('missing', 'Object not found');
const cancelled = new StoreError('cancelled', 'The download was canceled.');

let told: string[];
let started: string[];
const watch = { onProgress: (text: string) => void told.push(text), signal: new AbortController().signal };
beforeEach(() => {
  told = [];
  started = [];
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});

function parts(more: Partial<DownloadDeps> = {}): DownloadDeps {
  return {
    urlFor: async (path) => `/sign/${path}`,
    start: (url, name) => void started.push(`${url} as ${name}`),
    archive: async () => ({ skipped: 0 }),
    ...more,
  };
}

describe('downloadItems', () => {
  it('starts the download of one file without a message', async () => {
    expect(await downloadItems(parts(), [file], watch, english)).toBeNull();
    expect(started).toEqual(['/sign/2026/a.pdf as a.pdf']);
    expect(told).toEqual(['Preparing your download...']);
  });

  it('downloads a folder or a selection as a zip, with progress', async () => {
    const asked: (readonly string[])[] = [];
    const archive: DownloadDeps['archive'] = async (paths, { onProgress, signal }) => {
      asked.push(paths);
      expect(signal).toBe(watch.signal);
      onProgress?.({ files: 1, totalFiles: 3, bytes: 50, totalBytes: 200 });
      onProgress?.({ files: 0, totalFiles: 1, bytes: 0, totalBytes: 0 });
      return { skipped: 0 };
    };
    const done = { ok: true, message: 'Download complete' };
    expect(await downloadItems(parts({ archive }), [folder], watch, english)).toEqual(done);
    expect(await downloadItems(parts({ archive }), [file, folder], watch, english)).toEqual(done);
    expect(asked).toEqual([['2026/W2s'], ['2026/a.pdf', '2026/W2s']]);
    expect(told).toContain('Downloading 1 of 3 files (25 %)...');
    expect(told).toContain('Downloading 0 of 1 file (0 %)...');
    expect(started).toEqual([]);
  });

  it('reports and logs skipped files', async () => {
    const archive = async () => ({ skipped: 2 });
    expect(await downloadItems(parts({ archive }), [folder], watch, english)).toEqual({
      ok: false,
      message: '2 items couldn’t be downloaded and were left out. They’re listed in the zip file.',
    });
    expect(console.warn).toHaveBeenCalledOnce();
  });

  it.each([
    [[file], refused, 'Failed to download file'],
    [[file], unreachable, 'Error downloading file'],
    [[folder], refused, 'Failed to download folder'],
    [[folder], unreachable, 'Error downloading folder'],
    [[file, folder], refused, 'Error downloading selected items'],
    [[file, folder], unreachable, 'Error downloading selected items'],
  ])('says what failed: %#', async (items, error, message) => {
    const fail = () => Promise.reject(error);
    expect(await downloadItems(parts({ urlFor: fail, archive: fail }), items, watch, english)).toEqual({
      ok: false,
      message,
    });
  });

  it('reports nothing when cancelled', async () => {
    const archive = () => Promise.reject(cancelled);
    expect(await downloadItems(parts({ archive }), [folder], watch, english)).toBeNull();
    expect(console.warn).not.toHaveBeenCalled();
  });
});
