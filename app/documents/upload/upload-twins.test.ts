import { describe, expect, it } from 'vitest';
import { hashOf } from './upload-fingerprint.ts';
import type { UploadTarget } from './upload-job.ts';
import { createTwins, type KnownDocument } from './upload-twins.ts';

const target: UploadTarget = { ownerId: 'u1', forWhom: null, folder: '2026' };
const file = (name: string, text: string) => new File([text], name);
const { signal } = new AbortController();

function setUp(there: KnownDocument[] = []) {
  const hashed: string[] = [];
  let lists = 0;
  const twins = createTwins({
    list: () => {
      lists += 1;
      return Promise.resolve(there);
    },
    hash: (blob) => {
      if (blob instanceof File) hashed.push(blob.name);
      return hashOf(blob);
    },
  });
  return { twins, hashed, lists: () => lists };
}

const known = async (name: string, text: string): Promise<KnownDocument> => ({
  name,
  size: text.length,
  sha256: await hashOf(new Blob([text])),
});

describe('the same bytes', () => {
  it('are found in the folder, whatever the name', async () => {
    const { twins } = setUp([await known('Harbor W-2.pdf', 'same bytes')]);
    expect(await twins.find(1, target, file('W-2.pdf', 'same bytes'), signal)).toEqual({
      name: 'Harbor W-2.pdf',
      isChosen: false,
    });
    expect(await twins.find(2, target, file('W-2.pdf', 'same sized'), signal)).toBeNull();
  });

  it('are found among those chosen together', async () => {
    const { twins, lists } = setUp();
    const first = file('a.pdf', 'same bytes');
    const [one, two] = await Promise.all([
      twins.find(1, target, first, signal),
      twins.find(2, target, file('b.pdf', 'same bytes'), signal),
    ]);
    expect([one, two]).toEqual([null, { name: 'a.pdf', isChosen: true }]);
    expect(lists()).toBe(1);
  });

  it('are nothing in another folder', async () => {
    const { twins } = setUp();
    await twins.find(1, target, file('a.pdf', 'same bytes'), signal);
    const other = { ...target, folder: '2025' };
    expect(await twins.find(2, other, file('a.pdf', 'same bytes'), signal)).toBeNull();
  });

  it('are looked for only among equal sizes: nothing else is read', async () => {
    const { twins, hashed } = setUp([await known('x', 'longer bytes')]);
    await twins.find(1, target, file('a.pdf', 'short'), signal);
    await twins.find(2, target, file('b.pdf', 'other length'), signal);
    expect(hashed).toEqual(['b.pdf']);
  });

  it('are nothing when the first one was left out, or when it is the same try again', async () => {
    const { twins } = setUp();
    await twins.find(1, target, file('a.pdf', 'same bytes'), signal);
    expect(await twins.find(1, target, file('a.pdf', 'same bytes'), signal)).toBeNull();
    twins.forget(1);
    expect(await twins.find(2, target, file('b.pdf', 'same bytes'), signal)).toBeNull();
  });

  it('of a document that the server knows no hash of are nothing', async () => {
    const { twins } = setUp([{ name: 'x', size: 10, sha256: null }]);
    expect(await twins.find(1, target, file('a.pdf', 'same bytes'), signal)).toBeNull();
  });
});
