import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import type { DocumentItem } from '../store/document-store.ts';
import { StoreError, type StoreProblem } from '../store/store-error.ts';
import { renameImage } from './name-image-dialog.tsx';

function store(problem?: StoreProblem, there: string[] = []) {
  const moves: string[] = [];
  return {
    moves,
    list: async (folder: string) => {
      if (folder !== '2026') throw new StoreError('missing', folder);
      return { exists: true, items: there.map((name) => ({ name }) as DocumentItem) };
    },
    move: async (from: string, to: string) => {
      moves.push(`${from} to ${to}`);
      if (problem) throw new StoreError(problem, 'because');
    },
  };
}
const image = { path: '2026/IMG_1234.HEIC', name: 'IMG_1234.HEIC' };

test('renames an image and keeps its extension', async () => {
  const { moves, ...files } = store();
  expect((await renameImage(files, image, '  W-2 Harbor ', english)).ok).toBe(true);
  expect(moves).toEqual(['2026/IMG_1234.HEIC to 2026/W-2 Harbor.HEIC']);
});

test.each(['', '   ', '\t'])('refuses the blank name %j', async (typed) => {
  const { moves, ...files } = store();
  expect(await renameImage(files, image, typed, english)).toEqual({
    ok: false,
    message: 'Please enter a name for the image.',
  });
  expect(moves).toEqual([]);
});

test('skips an unchanged name, and refuses an invalid one', async () => {
  const { moves, ...files } = store();
  expect((await renameImage(files, image, 'IMG_1234', english)).ok).toBe(true);
  expect((await renameImage(files, image, 'a/b', english)).message).toMatch(/slash/);
  expect(moves).toEqual([]);
});

test.each<[StoreProblem, string]>([
  ['missing', 'Failed to rename image. Please try again.'],
  ['unreachable', 'An error occurred while renaming the image.'],
])('%s', async (problem, message) => {
  expect(await renameImage(store(problem), image, 'W-2', english)).toEqual({ ok: false, message });
});

test('offers the next free name when the name is taken', async () => {
  const files = store('taken', ['W-2.HEIC', 'w-2 (2).heic', 'W-2 (2).pdf']);
  expect(await renameImage(files, image, 'W-2', english)).toEqual({
    ok: false,
    message: 'Failed to rename image. Please try again.',
    freeName: 'W-2 (3).HEIC',
  });
});

test('offers no name when the folder can’t be listed', async () => {
  const outcome = await renameImage(store('taken'), { ...image, path: '2025/IMG_1234.HEIC' }, 'W-2', english);
  expect(outcome).toEqual({ ok: false, message: 'Failed to rename image. Please try again.' });
});
