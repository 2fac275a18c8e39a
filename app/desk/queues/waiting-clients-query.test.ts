import { expect, test, vi } from 'vitest';
import { queryClient } from '#app/shared/api/query-client.tsx';
import { officeOf } from '#domain/business/office.ts';
import { demoBusiness } from '#tests/support/office.ts';
import { waitingClientsQuery } from './waiting-clients-query.ts';

const waiting = vi.hoisted(() => Array.from({ length: 251 }, (_, n) => ({ user_id: `client ${n}` })));
vi.mock('#app/shared/api/rest.ts', () => {
  const range = async (from: number, to: number) => ({ data: waiting.slice(from, to + 1), error: null });
  // As the database, which answers for the first 200.
  const overviews = async ({ client_ids }: { client_ids: string[] }) => ({
    data: client_ids.slice(0, 200).map((user_id) => ({ user_id, new_files: 1 })),
    error: null,
  });
  const rpc = (name: string, asked: { client_ids: string[] }) =>
    name === 'client_overviews' ? overviews(asked) : { select: () => ({ range }) };
  return { rest: { rpc } };
});

test('each row of a long queue has its facts', async () => {
  const { clients, hasMore } = await queryClient.fetchQuery(
    waitingClientsQuery('new_files', 250, officeOf(demoBusiness)),
  );
  expect(clients.map(({ overview }) => overview?.user_id)).toEqual(
    waiting.slice(0, 250).map(({ user_id }) => user_id),
  );
  expect(hasMore).toBe(true);
});
