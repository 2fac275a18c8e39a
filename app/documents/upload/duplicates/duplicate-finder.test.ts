import { describe, expect, it } from 'vitest';
import type { UploadTarget } from '../upload-job.ts';
import { createDuplicateFinder, type KnownDocument } from './duplicate-finder.ts';
import { hashOf } from './fingerprint.ts';

const target: UploadTarget = { ownerId: 'u1', clientName: null, folder: '2026' };
const file = (name: string, text: string) => new File([text], name);
const { signal } = new AbortController();

function setUp(there: KnownDocument[] = []) {
  const hashed: string[] = [];
  let lists = 0;
  const duplicates = createDuplicateFinder({
    list: () => {
      lists += 1;
      return Promise.resolve(there);
    },
    hash: (blob) => {
      if (blob instanceof File) hashed.push(blob.name);
      return hashOf(blob);
    },
  });
  return { duplicates, hashed, lists: () => lists };
}

const known = async (name: string, text: string): Promise<KnownDocument> => ({
  name,
  size: text.length,
  sha256: await hashOf(new Blob([text])),
});

describe('find()', () => {
  it('finds a stored file under any name', async () => {
    const { duplicates } = setUp([await known('Harbor W-2.pdf', 'same bytes')]);
    expect(await duplicates.find(1, target, file('W-2.pdf', 'same bytes'), signal)).toEqual({
      name: 'Harbor W-2.pdf',
      isChosen: false,
    });
    expect(await duplicates.find(2, target, file('W-2.pdf', 'same sized'), signal)).toBeNull();
  });

  it('finds an upload of the same batch', async () => {
    const { duplicates, lists } = setUp();
    const first = file('a.pdf', 'same bytes');
    const [one, two] = await Promise.all([
      duplicates.find(1, target, first, signal),
      duplicates.find(2, target, file('b.pdf', 'same bytes'), signal),
    ]);
    expect([one, two]).toEqual([null, { name: 'a.pdf', isChosen: true }]);
    expect(lists()).toBe(1);
  });

  it('ignores other folders', async () => {
    const { duplicates } = setUp();
    await duplicates.find(1, target, file('a.pdf', 'same bytes'), signal);
    const other = { ...target, folder: '2025' };
    expect(await duplicates.find(2, other, file('a.pdf', 'same bytes'), signal)).toBeNull();
  });

  it('hashes only files of the same size', async () => {
    const { duplicates, hashed } = setUp([await known('x', 'longer bytes')]);
    await duplicates.find(1, target, file('a.pdf', 'short'), signal);
    await duplicates.find(2, target, file('b.pdf', 'other length'), signal);
    expect(hashed).toEqual(['b.pdf']);
  });

  it('ignores cancelled uploads, and retries of the same upload', async () => {
    const { duplicates } = setUp();
    await duplicates.find(1, target, file('a.pdf', 'same bytes'), signal);
    expect(await duplicates.find(1, target, file('a.pdf', 'same bytes'), signal)).toBeNull();
    duplicates.forget(1);
    expect(await duplicates.find(2, target, file('b.pdf', 'same bytes'), signal)).toBeNull();
  });

  it('ignores stored files without a hash', async () => {
    const { duplicates } = setUp([{ name: 'x', size: 10, sha256: null }]);
    expect(await duplicates.find(1, target, file('a.pdf', 'same bytes'), signal)).toBeNull();
  });
});
