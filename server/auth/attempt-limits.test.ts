import { expect, test } from 'vitest';
import type { TokenBucket } from '#server/http/token-buckets.ts';
import { limitPasswordAttempts } from './attempt-limits.ts';

/** How many wrong passwords are checked before the next one is refused. */
function limited() {
  const used = new Map<string, number>();
  const take = async (buckets: readonly TokenBucket[]) => {
    const names = buckets.map(({ key }) => key.join(' '));
    const isFull = buckets.some(({ points }, at) => (used.get(names[at] ?? '') ?? 0) >= points);
    if (isFull) throw new Error('refused');
    for (const name of names) used.set(name, (used.get(name) ?? 0) + 1);
    return async () => undefined;
  };
  type Parts = Parameters<typeof limitPasswordAttempts>;
  const parts = { buckets: { take }, devices: { find: async () => undefined } } as unknown as Parts[0];
  return async (ip: string, email: string, isKnown: boolean) => {
    const request = { ip } as Parts[1];
    for (let tries = 0; ; tries += 1) {
      if (
        await limitPasswordAttempts(parts, request, email, 'id', isKnown).then(
          () => false,
          () => true,
        )
      )
        return tries;
    }
  };
}

test('an unknown address gets five wrong passwords for an account, a known network ten', async () => {
  const tries = limited();
  expect(await tries('198.51.100.1', 'a@example.com', false)).toBe(5);
  expect(await tries('198.51.100.2', 'a@example.com', true)).toBe(10);
});

test('the networks of one IPv6 site share five wrong passwords for an account', async () => {
  const tries = limited();
  const spread = [];
  for (const end of [1, 2, 3, 4]) spread.push(await tries(`2001:db8:77:${end}::1`, 'a@example.com', false));
  expect(spread).toEqual([5, 0, 0, 0]);
  expect(await tries('198.51.100.1', 'a@example.com', false)).toBe(5);
});

test('people of one known network don’t share their tries', async () => {
  const tries = limited();
  expect(await tries('198.51.100.1', 'a@example.com', true)).toBe(10);
  expect(await tries('198.51.100.1', 'b@example.com', true)).toBe(10);
});

test('one address gets 20 for all accounts, and an account 20 from all unknown addresses', async () => {
  const tries = limited();
  const accounts = ['a', 'b', 'c', 'd', 'e'];
  const spread = [];
  for (const name of accounts) spread.push(await tries('198.51.100.1', `${name}@example.com`, false));
  expect(spread).toEqual([5, 5, 5, 5, 0]);
  const others = [];
  for (const end of [2, 3, 4, 5]) others.push(await tries(`198.51.100.${end}`, 'a@example.com', false));
  expect(others).toEqual([5, 5, 5, 0]);
});
