import { beforeEach, describe, expect, it, vi } from 'vitest';
import { english } from '#domain/language/english.ts';
import type { DocumentItem } from './document-store.ts';
import { downloadItems } from './downloads.ts';
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

let started: string[];
const start = (url: string, name: string) => void started.push(`${url} as ${name}`);
beforeEach(() => {
  started = [];
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});

const store = {
  downloadUrl: async (path: string) => `/sign/${path}`,
  zipLink: async (paths: readonly string[]) => ({ url: `/zip/${paths.join('+')}`, name: 'papers.zip' }),
};

describe('downloadItems', () => {
  it.each([
    ['one file', [file], '/sign/2026/a.pdf as a.pdf'],
    ['a folder as a zip', [folder], '/zip/2026/W2s as papers.zip'],
    ['a selection as a zip', [file, folder], '/zip/2026/a.pdf+2026/W2s as papers.zip'],
  ])('starts the download of %s, which the browser shows', async (_what, items, download) => {
    expect(await downloadItems(store, start, items, english)).toBeNull();
    expect(started).toEqual([download]);
  });

  it.each([
    [[file], refused, 'Failed to download file'],
    [[file], unreachable, 'Error downloading file'],
    [[folder], refused, 'Failed to download folder'],
    [[folder], unreachable, 'Error downloading folder'],
    [[file, folder], refused, 'Error downloading selected items'],
    [[file, folder], unreachable, 'Error downloading selected items'],
  ])('says what failed, and starts nothing: %#', async (items, error, message) => {
    const fail = () => Promise.reject(error);
    const broken = { downloadUrl: fail, zipLink: fail };
    expect(await downloadItems(broken, start, items, english)).toEqual({ ok: false, message });
    expect(started).toEqual([]);
  });
});
