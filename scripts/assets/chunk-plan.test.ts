/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planChunks } from './chunk-plan.mjs';

type Chunk = Parameters<typeof planChunks>[0][number];
type Load = Parameters<typeof planChunks>[1][number];

const chunk = (name: string, bytes: number, imports: string[] = []): Chunk => ({ name, bytes, imports });
const members = (groups: ReturnType<typeof planChunks>) =>
  groups.map((group) => [...group.members].sort().join('+')).sort();

test('merges small chunks that the same pages load', () => {
  const chunks = [chunk('page', 5000, ['button']), chunk('button', 300), chunk('icon', 200)];
  const loads = [{ now: ['page'], later: ['icon'], weight: 1 }];
  expect(planChunks(chunks, loads)).toEqual([
    { name: 'page', members: expect.arrayContaining(['page', 'button', 'icon']) },
  ]);
});

test('keeps a large chunk apart that only one of two pages loads', () => {
  const chunks = [chunk('shared', 100), chunk('editor', 400_000, ['shared'])];
  const loads = [
    { now: ['shared'], weight: 1 },
    { now: ['editor'], weight: 1 },
  ];
  expect(members(planChunks(chunks, loads))).toEqual(['editor', 'shared']);
});

test('loads no more than the room of a page allows', () => {
  const chunks = [chunk('a', 1000), chunk('b', 1000), chunk('c', 1000)];
  const loads = (room: number) => [
    { now: ['a', 'b'], weight: 1, room },
    { now: ['a', 'b', 'c'], weight: 1 },
  ];
  expect(members(planChunks(chunks, loads(999)))).toEqual(['a+b', 'c']);
  expect(members(planChunks(chunks, loads(1000)))).toEqual(['a+b+c']);
});

test('shares no file between what public pages load and what only others load', () => {
  const chunks = [chunk('site', 1000), chunk('portal', 1000)];
  const loads = [
    { now: ['site', 'portal'], weight: 1 },
    { now: [], later: ['site'], weight: 0, isPublic: true },
  ];
  expect(members(planChunks(chunks, loads))).toEqual(['portal', 'site']);
});

test('leaves a chunk alone that shares no file', () => {
  const chunks = [{ ...chunk('library', 1000), isAlone: true }, chunk('page', 1000, ['library'])];
  expect(members(planChunks(chunks, [{ now: ['page'], weight: 1 }]))).toEqual(['library', 'page']);
});

/** Chunks that import only later ones, and pages that load some of them. */
const graphs = fc.integer({ min: 1, max: 14 }).chain((count) => {
  const name = fc.integer({ min: 0, max: count - 1 }).map((i) => `c${i}`);
  return fc.record({
    chunks: fc.tuple(
      ...Array.from({ length: count }, (_, i) =>
        fc.record({
          name: fc.constant(`c${i}`),
          bytes: fc.integer({ min: 1, max: 50_000 }),
          imports: fc.uniqueArray(
            name.filter((to) => Number(to.slice(1)) > i),
            { maxLength: i === count - 1 ? 0 : 3 },
          ),
        }),
      ),
    ),
    loads: fc.array(
      fc.record({
        now: fc.uniqueArray(name),
        later: fc.uniqueArray(name),
        weight: fc.constantFrom(0.3, 1, 4),
        room: fc.integer({ min: 0, max: 30_000 }),
        isPublic: fc.boolean(),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  });
});

test('any plan has each chunk once, after what it imports, within the room of each page', () => {
  fc.assert(
    fc.property(graphs, ({ chunks, loads }) => {
      const groups = planChunks(chunks, loads);
      expect(groups.flatMap((group) => group.members).sort()).toEqual(chunks.map(({ name }) => name).sort());
      const place = new Map(groups.flatMap((group, i) => group.members.map((name) => [name, i] as const)));
      const at = (name: string) => place.get(name) ?? Number.NaN;
      for (const { name, imports } of chunks) {
        for (const imported of imports) expect(at(imported)).toBeLessThanOrEqual(at(name));
      }
      for (const load of loads) {
        const grown = bytesOf(chunks, filesOf(groups, chunks, load)) - bytesOf(chunks, needs(chunks, load));
        expect(grown).toBeLessThanOrEqual(load.room);
      }
    }),
  );
});

function bytesOf(chunks: Chunk[], names: Set<string>): number {
  return chunks.reduce((sum, { name, bytes }) => sum + (names.has(name) ? bytes : 0), 0);
}

function needs(chunks: Chunk[], { now }: Load): Set<string> {
  const found = new Set(now);
  for (const name of found) {
    for (const next of chunks.find((one) => one.name === name)?.imports ?? []) found.add(next);
  }
  return found;
}

/** The chunks in the files that a page loads before it works. */
function filesOf(groups: ReturnType<typeof planChunks>, chunks: Chunk[], load: Load): Set<string> {
  const found = needs(chunks, load);
  for (const name of found) {
    for (const member of groups.find((group) => group.members.includes(name))?.members ?? []) {
      for (const next of needs(chunks, { now: [member], weight: 0 })) found.add(next);
    }
  }
  return found;
}
