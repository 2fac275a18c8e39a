import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '../profile.ts';
import { keepLastSeen, restoreAnswers } from './last-answers.ts';
import { forgetLastSeen, lastProfile } from './last-seen.ts';

const profile = { user_id: 'ana', first_name: 'Ana' } as Profile;
const list = ['documents', 'ana', 'folder', ''];
const answer = { items: [{ name: 'w2.pdf' }] };
const site = { hostname: 'office.test' };

const sessionOf = (id: string) => JSON.stringify({ access_token: 'token', expires_at: 1, user: { id } });

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map([['sb-office-auth-token', sessionOf('ana')]]);
  vi.stubGlobal('window', { location: site, __reactRouterManifest: { version: 'one' } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The client of a visit on which these queries were answered. */
async function visit(keeps: (data: unknown) => boolean = () => true): Promise<QueryClient> {
  const queries = new QueryClient();
  const others = ['documents', 'bea', 'folder', ''];
  for (const queryKey of [list, others]) {
    await queries.fetchQuery({ queryKey, queryFn: () => answer, meta: { keeps } });
  }
  await queries.fetchQuery({ queryKey: ['notes', 'ana'], queryFn: () => 'private' });
  return queries;
}

test('the next visit draws the answers of the last one, as outdated ones', async () => {
  keepLastSeen(await visit(), 'ana', profile);
  const next = new QueryClient();
  restoreAnswers(next, 'ana');
  expect(lastProfile('ana')).toEqual(profile);
  expect(next.getQueryData(list)).toEqual(answer);
  expect(next.getQueryState(list)?.dataUpdatedAt).toBe(0);
});

test("keeps the person's own answers only, and those of queries that say so", async () => {
  keepLastSeen(await visit(), 'ana', profile);
  expect([...kept.values()].join()).not.toMatch(/bea|private/);
  keepLastSeen(await visit(() => false), 'ana', profile);
  expect([...kept.values()].join()).not.toContain('w2.pdf');
});

test.each([
  ['after the session', () => forgetLastSeen()],
  [
    'after another tab ended the session',
    async () => {
      kept.delete('sb-office-auth-token');
      keepLastSeen(await visit(), 'ana', profile);
    },
  ],
  [
    'after another person logged in in another tab',
    async () => {
      kept.set('sb-office-auth-token', sessionOf('bea'));
      keepLastSeen(await visit(), 'ana', profile);
    },
  ],
  [
    'of more than fits',
    async () => keepLastSeen(await visit(), 'ana', { ...profile, last_name: 'z'.repeat(200_000) }),
  ],
])('keeps nothing %s', async (_, end) => {
  keepLastSeen(await visit(), 'ana', profile);
  await end();
  expect([...kept.keys()]).not.toContain('nutmeg.last-seen');
});

test('keeps an answer that a visit did not ask for', async () => {
  keepLastSeen(await visit(), 'ana', profile);
  const second = new QueryClient();
  restoreAnswers(second, 'ana');
  keepLastSeen(second, 'ana', profile);
  const third = new QueryClient();
  restoreAnswers(third, 'ana');
  expect(third.getQueryData(list)).toEqual(answer);
});

test('another person, and another version of the site, get nothing', async () => {
  keepLastSeen(await visit(), 'ana', profile);
  const next = new QueryClient();
  restoreAnswers(next, 'bea');
  expect(lastProfile('bea')).toBeNull();
  vi.stubGlobal('window', { location: site, __reactRouterManifest: { version: 'two' } });
  restoreAnswers(next, 'ana');
  expect(lastProfile('ana')).toBeNull();
  expect(next.getQueryData(list)).toBeUndefined();
});

test('an answer that is newer than the last visit stays', async () => {
  keepLastSeen(await visit(), 'ana', profile);
  const next = new QueryClient();
  next.setQueryData(list, { items: [] });
  restoreAnswers(next, 'ana');
  expect(next.getQueryData(list)).toEqual({ items: [] });
});
