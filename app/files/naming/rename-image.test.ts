import { expect, test } from 'vitest';
import { StoreError, type StoreProblem } from '../store-error.ts';
import { renameImage } from './rename-image.ts';

function store(problem?: StoreProblem) {
  const moves: string[] = [];
  return {
    moves,
    move: async (from: string, to: string) => {
      moves.push(`${from} to ${to}`);
      if (problem) throw new StoreError(problem, 'because');
    },
  };
}
const image = { path: '2026/IMG_1234.HEIC', name: 'IMG_1234.HEIC' };

test('a picture gets the name that was typed, and keeps its extension', async () => {
  const { moves, move } = store();
  expect((await renameImage({ move }, image, '  W-2 Harbor ')).ok).toBe(true);
  expect(moves).toEqual(['2026/IMG_1234.HEIC to 2026/W-2 Harbor.HEIC']);
});

test.each(['', '   ', '\t'])('a blank name (%j) is asked for again', async (typed) => {
  const { moves, move } = store();
  expect(await renameImage({ move }, image, typed)).toEqual({
    ok: false,
    message: 'Please enter a name for the image.',
  });
  expect(moves).toEqual([]);
});

test('the name that it has needs no renaming, an impossible one is told', async () => {
  const { moves, move } = store();
  expect((await renameImage({ move }, image, 'IMG_1234')).ok).toBe(true);
  expect((await renameImage({ move }, image, 'a/b')).message).toMatch(/slash/);
  expect(moves).toEqual([]);
});

test.each<[StoreProblem, string]>([
  ['taken', 'Failed to rename image. Please try again.'],
  ['missing', 'Failed to rename image. Please try again.'],
  ['unreachable', 'An error occurred while renaming the image.'],
])('%s', async (problem, message) => {
  expect(await renameImage(store(problem), image, 'W-2')).toEqual({ ok: false, message });
});
