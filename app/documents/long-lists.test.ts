import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { historyQuery } from './history/events-query.ts';
import { takeBack, trashQuery } from './trash/trash-dialog.tsx';

const MAX_ROWS = 1000;

/** Answers with as many rows as the server does. */
const server = vi.hoisted(() => ({ rows: [] as { id: string }[] }));
vi.mock('#app/shared/api/rest.ts', () => ({
  rest: {
    rpc: async (_name: string, { document_ids: ids }: { document_ids: string[] }) => ({
      data: ids.slice(0, MAX_ROWS).map((id) => ({ id, path: id })),
      error: null,
    }),
    from: () => {
      let [first, last] = [0, Number.POSITIVE_INFINITY];
      const end = () => Math.min(last + 1, first + MAX_ROWS);
      const query = {
        ...Object.fromEntries(['select', 'eq', 'gt', 'or', 'order'].map((name) => [name, () => query])),
        range: (from: number, to: number) => {
          [first, last] = [from, to];
          return query;
        },
        limit: (rows: number) => query.range?.(0, rows - 1),
        abortSignal: async () => ({
          data: server.rows.slice(first, end()),
          count: server.rows.length,
          error: null,
        }),
      } as Record<string, (...given: number[]) => unknown>;
      return query;
    },
  },
}));

beforeEach(() => {
  server.rows = Array.from({ length: 1501 }, (_, i) => ({ id: `${i}` }));
});

test('all of more than a thousand deleted files can be listed, once each', async () => {
  const { getNextPageParam, select, ...query } = trashQuery('maria');
  const pages = { ...query, getNextPageParam, pages: 20 };
  const found = await new QueryClient().fetchInfiniteQuery(pages);
  expect(select?.(found)).toEqual({ files: server.rows, count: 1501 });
});

test('more than a thousand deleted files are restored at once', async () => {
  const back = await takeBack(server.rows);
  expect(back.map(({ id }) => ({ id }))).toEqual(server.rows);
});

test.each([
  [50, 50, true],
  [1050, 1050, true],
  [1500, 1500, true],
  [1550, 1501, false],
])('shows %i acts of more than a thousand', async (limit, shown, more) => {
  const { events, more: hasMore } = await new QueryClient().fetchQuery(historyQuery('maria', null, limit));
  expect([events, hasMore]).toEqual([server.rows.slice(0, shown), more]);
});
