/** @module-tag property */
import { AuthClient } from '@supabase/supabase-js';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { createOwnFetch } from '../../api/create-own-fetch.ts';
import { createRenewal } from './renewal.ts';

const HOUR = 3_600_000;
const SERVER_START = Date.UTC(2026, 2, 2, 15);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The server has the right time, whatever the device's clock says. */
function fakeServer() {
  const started = performance.now();
  const seconds = () => Math.floor((SERVER_START + performance.now() - started) / 1000);
  const ends = new Map<string, number>();
  const renewals: number[] = [];
  const json = (status: number, body: object) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

  function newSession() {
    const token = `token-${ends.size}`;
    const end = seconds() + 3600;
    ends.set(token, end);
    return {
      access_token: token,
      refresh_token: `refresh-${ends.size}`,
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: end,
      user: { id: 'rosa' },
    };
  }

  return {
    renewals,
    auth: async (input: RequestInfo | URL) => {
      if (String(input).includes('refresh_token')) renewals.push(seconds());
      return json(200, newSession());
    },
    rest: async (_: RequestInfo | URL, init?: RequestInit) => {
      const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? '';
      return (ends.get(token) ?? 0) > seconds() ? json(200, []) : json(401, { code: 'PGRST303' });
    },
  };
}

/** A tab, which asks for the profile at every event, and for a list from time to time. */
function openTab(server: ReturnType<typeof fakeServer>, kept: Map<string, string>) {
  const renewal = createRenewal({ fetch: server.auth, now: () => performance.now() });
  const auth = new AuthClient({
    url: 'http://localhost/auth/v1',
    fetch: renewal.fetch,
    storageKey: 'session',
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  });
  const failures: number[] = [];
  const ownFetch = createOwnFetch({
    fetch: server.rest,
    token: async () => (await auth.getSession()).data.session?.access_token ?? null,
    person: () => 'ana',
    refused: async () => {
      renewal.demand();
      await auth.refreshSession();
    },
  });
  const request = async () => {
    const { status } = await ownFetch('/rest/v1/files');
    if (status !== 200) failures.push(status);
  };
  auth.onAuthStateChange((event) => void (event !== 'SIGNED_OUT' && setTimeout(request)));
  return { auth, request, failures };
}

/** What a person's tabs do in an hour, on a device whose clock is wrong and is set now and then. */
async function spendHour(offset: number, jumps: readonly { minute: number; by: number }[], tabs = 1) {
  vi.setSystemTime(SERVER_START + offset);
  const server = fakeServer();
  const kept = new Map<string, string>();
  const first = openTab(server, kept);
  await first.auth.signInWithPassword({ email: 'rosa@example.com', password: 'maple' });
  const all = [first, ...Array.from({ length: tabs - 1 }, () => openTab(server, kept))];
  for (let minute = 0; minute < 60; minute++) {
    for (const jump of jumps) if (jump.minute === minute) vi.setSystemTime(Date.now() + jump.by);
    for (const { request } of all) void request();
    await vi.advanceTimersByTimeAsync(60_000);
  }
  for (const { auth } of all) await auth.stopAutoRefresh();
  return { renewals: server.renewals, failures: all.flatMap(({ failures }) => failures) };
}

const anOffset = fc.oneof(
  fc.constantFrom(-24 * HOUR, -HOUR, 0, HOUR, 24 * HOUR),
  fc.integer({ min: -48 * HOUR, max: 48 * HOUR }),
);
const aJump = fc.record({ minute: fc.integer({ min: 1, max: 59 }), by: anOffset });

test('a clock that is off causes no more renewals than one that is right', async () => {
  await fc.assert(
    fc.asyncProperty(anOffset, fc.integer({ min: 1, max: 3 }), async (offset, tabs) => {
      const { renewals, failures } = await spendHour(offset, [], tabs);
      // Once, before the hour is over: by each tab at most.
      expect(renewals.length).toBeGreaterThan(0);
      expect(renewals.length).toBeLessThanOrEqual(tabs);
      expect(failures).toEqual([]);
    }),
    { numRuns: inputs(100) },
  );
});

test('a clock that is set during the session causes one renewal each time, and no failure', async () => {
  await fc.assert(
    fc.asyncProperty(anOffset, fc.array(aJump, { minLength: 1, maxLength: 4 }), async (offset, jumps) => {
      const { renewals, failures } = await spendHour(offset, jumps);
      expect(renewals.length).toBeLessThanOrEqual(1 + jumps.length);
      expect(failures).toEqual([]);
    }),
    { numRuns: inputs(100) },
  );
});

test('a clock that jumps all the time causes one renewal in ten seconds', async () => {
  const server = fakeServer();
  const { auth, request } = openTab(server, new Map());
  await auth.signInWithPassword({ email: 'rosa@example.com', password: 'maple' });
  for (let second = 0; second < 60; second++) {
    vi.setSystemTime(Date.now() + 2 * HOUR);
    void request();
    await vi.advanceTimersByTimeAsync(1000);
  }
  await auth.stopAutoRefresh();
  expect(server.renewals.length).toBeLessThanOrEqual(7);
  const gaps = server.renewals.slice(1).map((at, i) => at - (server.renewals[i] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10);
});
