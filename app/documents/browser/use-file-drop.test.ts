import type { DirectoryDropItem, FileDropItem } from 'react-aria-components';
import { describe, expect, it, vi } from 'vitest';
import { readDropped } from './use-file-drop.tsx';

vi.mock('../upload/uploads.ts', () => ({ uploads: {} }));

const file = (name: string): FileDropItem => ({
  kind: 'file',
  type: 'application/pdf',
  name,
  getFile: async () => new File([name], name),
  getText: async () => name,
});
const folder = (name: string, entries: (FileDropItem | DirectoryDropItem)[]): DirectoryDropItem => ({
  kind: 'directory',
  name,
  async *getEntries() {
    yield* entries;
  },
});

describe('readDropped', () => {
  it('reads files at any depth, with their folders', async () => {
    const dropped = [
      file('a.pdf'),
      folder('2025', [file('b.pdf'), folder('W2s', [file('c.pdf'), folder('old', [])])]),
    ];
    const chosen = await readDropped(dropped);
    expect(chosen.map(({ file: { name }, under }) => [under, name])).toEqual([
      ['', 'a.pdf'],
      ['2025', 'b.pdf'],
      ['2025/W2s', 'c.pdf'],
    ]);
  });

  it('skips text, and logs files that cannot be read', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const gone = { ...file('gone.pdf'), getFile: () => Promise.reject(new DOMException('NotFoundError')) };
    const text = { kind: 'text' as const, types: new Set(['text/plain']), getText: async () => 'words' };
    const chosen = await readDropped([gone, text, folder('2025', [gone, file('b.pdf')])]);
    expect(chosen.map(({ file: { name } }) => name)).toEqual(['b.pdf']);
    expect(warn).toHaveBeenCalledTimes(2);
    warn.mockRestore();
  });
});
