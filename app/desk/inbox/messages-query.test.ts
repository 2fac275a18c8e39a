import { expect, test, vi } from 'vitest';
import { queryClient } from '#app/shared/api/query-client.tsx';
import { insertOpenMessage, messagesQuery } from './messages-query.ts';

vi.mock('#app/shared/api/rest.ts', () => {
  const answer = (data: object[]) => Promise.resolve({ data, error: null });
  const family = ['father', 'maria', 'archived'].map((user_id) => ({ user_id, email: 'fam@example.com' }));
  const rows = { in: () => rows, order: () => rows, limit: () => answer([{ email: 'Fam@example.com' }]) };
  const profiles = { in: () => answer(family) };
  const from = (table: string) => ({ select: () => (table === 'user_profiles' ? profiles : rows) });
  // The database knows which of the family is meant.
  const rpc = (_name: string, { addresses }: { addresses: string[] }) =>
    answer(addresses.map((address) => ({ address, user_id: 'maria' })));
  return { rest: { from, rpc } };
});

test('a message from the address of a family is from the one who logs in with it', async () => {
  const wanted = { view: 'open', userId: 'sam', openId: null, limit: 50 } as const;
  const { senders } = await queryClient.fetchQuery(messagesQuery(wanted));
  expect(senders.get('Fam@example.com')?.user_id).toBe('maria');
});

const at = (id: string, hour: number) => ({ id, created_at: `2026-11-20T0${hour}:00:00+00:00` });
const list = [at('a', 1), at('c', 3), at('e', 5)];
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('');

test.each([
  [at('d', 4), 'acde'],
  [at('0', 0), '0ace'],
  [at('z', 9), 'acez'],
  [at('c', 3), 'ace'],
  [null, 'ace'],
])('keeps the open message at its place: %j', (open, wanted) => {
  expect(ids(insertOpenMessage(list, open, 'open'))).toBe(wanted);
  expect(ids(insertOpenMessage(list, open, 'mine'))).toBe(wanted);
});

test('an open message is first among the answered ones', () => {
  expect(ids(insertOpenMessage(list, at('d', 4), 'answered'))).toBe('dace');
});
