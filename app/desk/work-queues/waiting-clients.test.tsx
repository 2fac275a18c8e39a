// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Toasts } from '#app/ui/feedback/toast.tsx';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { ClientsWithNewFiles } from './waiting-clients.tsx';

const server = vi.hoisted(() => ({ counted: 0, unseen: [] as string[], marked: [] as unknown[] }));
vi.mock(import('../queues/waiting-clients-query.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    waitingClientsQuery: ((...asked: Parameters<typeof real.waitingClientsQuery>) => ({
      ...real.waitingClientsQuery(...asked),
      queryFn: async () => ({
        clients: [
          {
            user_id: 'maria',
            email: 'maria@example.com',
            first_name: 'Maria',
            last_name: 'Lopez',
            overview: { new_files: server.counted },
          },
        ],
        hasMore: false,
      }),
    })) as unknown as typeof real.waitingClientsQuery,
    unseenFiles: async () => server.unseen,
    markSeen: async (ids: readonly string[], isSeen: boolean) => {
      server.marked.push([ids, isSeen]);
    },
  };
});

afterEach(() => {
  cleanup();
  server.marked = [];
});

async function markAll(counted: number, unseen: string[]): Promise<void> {
  Object.assign(server, { counted, unseen });
  render(
    <>
      <ClientsWithNewFiles />
      <Toasts />
    </>,
    { wrapper: PageOfOffice },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all as seen: Maria Lopez' }));
}

test('marks all new files of a client as seen, and takes it back', async () => {
  await markAll(2, ['a', 'b']);
  await screen.findByText('Maria Lopez’s files are marked as seen.');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Your change was undone');
  expect(server.marked).toEqual([
    [['a', 'b'], true],
    [['a', 'b'], false],
  ]);
});

test('marks none if one has come that the row does not count', async () => {
  await markAll(2, ['a', 'b', 'c']);
  await screen.findByText('These files have just changed. Please look at them again.');
  expect(server.marked).toEqual([]);
});
