/** @module-tag property */
import type { Session } from '@supabase/supabase-js';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { ApiError, type callApi } from './api.ts';
import { createAuthSession } from './auth-session.ts';
import { createOwnFetch } from './own-fetch.ts';

const HOUR = 3_600_000;
const SERVER_START = Date.UTC(2026, 2, 2, 15);
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The server has the right time, whatever the device's clock says. */
function fakeServer() {
  const started = performance.now();
  const seconds = () => Math.floor((SERVER_START + performance.now() - started) / 1000);
  const ends = new Map<string, number>();
  const renewals: number[] = [];
  const json = (status: number, body: object) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

  function newSession(): Session {
    const token = `token-${ends.size}`;
    const end = seconds() + 3600;
    ends.set(token, end);
    return {
      access_token: token,
      refresh_token: `refresh-${ends.size}`,
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: end,
      user: rosa,
    };
  }

  return {
    renewals,
    newSession,
    renew: async () => {
      renewals.push(seconds());
      return newSession();
    },
    rest: async (_: RequestInfo | URL, init?: RequestInit) => {
      const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? '';
      return (ends.get(token) ?? 0) > seconds() ? json(200, []) : json(401, { code: 'PGRST303' });
    },
  };
}

const rosa = { id: 'rosa', email: 'rosa@example.com' } as Session['user'];

/** What a browser shares among its tabs. */
function newBrowser(session: Session | null = null) {
  let kept = session;
  let last: Promise<unknown> = Promise.resolve();
  return {
    stored: {
      read: () => kept,
      save: (next: Session) => {
        kept = next;
      },
      clear: () => {
        kept = null;
      },
    },
    lock: <Result>(work: () => Promise<Result>): Promise<Result> => {
      const next = last.then(work, work);
      last = next.catch(() => undefined);
      return next;
    },
  };
}

function openTab(
  browser: ReturnType<typeof newBrowser>,
  call: (path: string, options?: never) => Promise<unknown>,
) {
  let hear = () => {};
  const told = vi.fn();
  const session = createAuthSession({
    stored: browser.stored,
    lock: browser.lock,
    onStored: (listener) => {
      hear = listener;
    },
    call: call as typeof callApi,
    warn: vi.fn(),
  });
  return { session, told, hear: () => hear(), follow: () => session.subscribe(told) };
}

/** A tab that asks for the profile at every change, and for a list from time to time. */
function openPage(server: ReturnType<typeof fakeServer>, browser: ReturnType<typeof newBrowser>) {
  const { session } = openTab(browser, server.renew);
  const failures: number[] = [];
  const ownFetch = createOwnFetch({
    fetch: server.rest,
    token: async () => (await session.current())?.access_token ?? null,
    person: () => 'ana',
    refused: session.renew,
  });
  const request = async () => {
    const { status } = await ownFetch('/rest/v1/files');
    if (status !== 200) failures.push(status);
  };
  session.subscribe((next) => void (next && setTimeout(request)));
  return { session, request, failures };
}

test.each([-7, 0, 7])('knows the server’s time on a device whose clock is %i hours off', (hours) => {
  vi.setSystemTime(SERVER_START + hours * HOUR);
  const server = fakeServer();
  const { session } = openTab(newBrowser(), server.renew);
  const answer = server.newSession();
  session.begin({ ...answer, access_token: `x.${btoa(JSON.stringify({ exp: answer.expires_at }))}.x` });
  vi.advanceTimersByTime(60_000);
  expect(session.serverNow()).toBe(SERVER_START + 60_000);
});

/** What a person's tabs do in an hour, on a device whose clock is wrong and is set now and then. */
async function spendHour(offset: number, jumps: readonly { minute: number; by: number }[], tabs = 1) {
  vi.setSystemTime(SERVER_START + offset);
  const server = fakeServer();
  const browser = newBrowser();
  const first = openPage(server, browser);
  first.session.begin(server.newSession());
  const all = [first, ...Array.from({ length: tabs - 1 }, () => openPage(server, browser))];
  for (let minute = 0; minute < 60; minute++) {
    for (const jump of jumps) if (jump.minute === minute) vi.setSystemTime(Date.now() + jump.by);
    for (const { request } of all) void request();
    await vi.advanceTimersByTimeAsync(60_000);
  }
  vi.clearAllTimers();
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
      // Once, before the hour is over.
      expect(renewals.length).toBe(1);
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
  const { session, request } = openPage(server, newBrowser());
  session.begin(server.newSession());
  for (let second = 0; second < 60; second++) {
    vi.setSystemTime(Date.now() + 2 * HOUR);
    void request();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(server.renewals.length).toBeLessThanOrEqual(7);
  const gaps = server.renewals.slice(1).map((at, i) => at - (server.renewals[i] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10);
});

const sessionOf = (token: string, seconds = 3600): Session => ({
  access_token: token,
  refresh_token: `refresh of ${token}`,
  token_type: 'bearer',
  expires_in: seconds,
  expires_at: Math.floor(Date.now() / 1000) + seconds,
  user: rosa,
});
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const refused = () => Promise.reject(new ApiError(400, { code: 'refresh_token_not_found' }));

describe('the first report', () => {
  test('is the stored session, at once', () => {
    const session = sessionOf('one');
    const { told, follow } = openTab(newBrowser(session), lost);
    follow();
    expect(told).toHaveBeenCalledExactlyOnceWith(session);
  });

  test('is that there is none', () => {
    const { told, follow } = openTab(newBrowser(), lost);
    follow();
    expect(told).toHaveBeenCalledExactlyOnceWith(null);
  });

  test('waits for the renewal of an old one', async () => {
    const { told, follow } = openTab(newBrowser(sessionOf('old', 60)), async () => sessionOf('new'));
    follow();
    expect(told).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ access_token: 'new' }));
  });

  test('is none without a connection, but the old one is kept for later', async () => {
    const browser = newBrowser(sessionOf('old', 60));
    let answer: () => Promise<unknown> = lost;
    const { told, follow } = openTab(browser, () => answer());
    follow();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told).toHaveBeenCalledExactlyOnceWith(null);
    answer = async () => sessionOf('new');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ access_token: 'new' }));
  });
});

describe('a renewal', () => {
  test('that the auth service refuses ends the session', async () => {
    const browser = newBrowser(sessionOf('old'));
    const { session, told, follow } = openTab(browser, refused);
    follow();
    expect(await session.renew('old')).toBeNull();
    expect(told).toHaveBeenLastCalledWith(null);
    expect(browser.stored.read()).toBeNull();
  });

  test.each<[string, () => Promise<unknown>]>([
    ['has no connection', lost],
    ['meets a server that is down', () => Promise.reject(new ApiError(503, null))],
    ['comes too often', () => Promise.reject(new ApiError(429, { code: 'over_request_rate_limit' }))],
    ['gets an error page of a proxy', () => Promise.reject(new ApiError(403, null))],
  ])('that %s ends nothing', async (_, answer) => {
    const browser = newBrowser(sessionOf('old'));
    const { session } = openTab(browser, answer);
    const failed = expect(session.renew('old')).rejects.toThrow('Failed to fetch');
    await vi.advanceTimersByTimeAsync(10_000);
    await failed;
    expect(browser.stored.read()).toMatchObject({ access_token: 'old' });
  });

  test('is tried again, since an answer may be lost', async () => {
    const answers = [lost, () => Promise.reject(new ApiError(503, null)), async () => sessionOf('new')];
    const { session } = openTab(newBrowser(sessionOf('old')), async () => answers.shift()?.());
    const renewal = session.renew('old');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await renewal).toMatchObject({ access_token: 'new' });
  });

  test('asks once for all who wait for it, in all tabs', async () => {
    const browser = newBrowser(sessionOf('old'));
    const ask = vi.fn(async () => sessionOf('new'));
    const [one, two] = [openTab(browser, ask), openTab(browser, ask)];
    const all = [one, one, two].map(({ session }) => session.renew('old'));
    expect(await Promise.all(all)).toMatchObject(Array(3).fill({ access_token: 'new' }));
    expect(ask).toHaveBeenCalledOnce();
  });

  test('does not restore a session after a logout', async () => {
    const browser = newBrowser(sessionOf('old'));
    const answer = Promise.withResolvers<unknown>();
    const { session } = openTab(browser, () => answer.promise);
    const renewal = session.renew('old');
    await vi.advanceTimersByTimeAsync(0);
    browser.stored.clear();
    answer.resolve(sessionOf('new'));
    expect(await renewal).toBeNull();
    expect(browser.stored.read()).toBeNull();
  });
});

describe('the end', () => {
  test('waits for nothing: the session is gone at once, and then ended at the server', async () => {
    const browser = newBrowser(sessionOf('one'));
    const answer = Promise.withResolvers<unknown>();
    const call = vi.fn((_path: string) => answer.promise);
    const { session, told, follow } = openTab(browser, call);
    follow();
    const over = session.end();
    expect(told).toHaveBeenLastCalledWith(null);
    expect(browser.stored.read()).toBeNull();
    expect(call.mock.calls[0]?.[0]).toBe('/auth/v1/logout?scope=local');
    answer.resolve(null);
    await over;
  });

  test('ends the session at the server, also if the token has expired', async () => {
    const call = vi.fn(async (path: string, options?: { headers?: { authorization?: string } }) => {
      if (path.includes('refresh_token')) return sessionOf('new');
      if (options?.headers?.authorization !== 'Bearer new') throw new ApiError(403, { code: 'bad_jwt' });
      return null;
    });
    const browser = newBrowser(sessionOf('expired'));
    await openTab(browser, call).session.end();
    expect(call.mock.calls.map(([path]) => path)).toEqual([
      '/auth/v1/logout?scope=local',
      '/auth/v1/token?grant_type=refresh_token',
      '/auth/v1/logout?scope=local',
    ]);
    expect(browser.stored.read()).toBeNull();
  });

  test('tells when the server could not be reached, and not when it had ended before', async () => {
    await expect(openTab(newBrowser(sessionOf('one')), lost).session.end()).rejects.toThrow(
      'Failed to fetch',
    );
    await openTab(newBrowser(sessionOf('one')), refused).session.end();
  });
});

test('an answer that never comes is given up, and asked for again', async () => {
  const answers = [() => new Promise(() => undefined), async () => sessionOf('new')];
  const call = (_path: string, options?: { signal?: AbortSignal }) =>
    Promise.race([
      answers.shift()?.(),
      new Promise((_, reject) =>
        options?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      ),
    ]);
  const { session } = openTab(newBrowser(sessionOf('old')), call);
  const renewal = session.renew('old');
  await vi.advanceTimersByTimeAsync(16_000);
  expect(await renewal).toMatchObject({ access_token: 'new' });
});

test('a second step that ends after the logout does not start a session', () => {
  const browser = newBrowser();
  openTab(browser, lost).session.upgrade(sessionOf('two'));
  expect(browser.stored.read()).toBeNull();
});

test('another tab begins and ends sessions', () => {
  const browser = newBrowser(sessionOf('one'));
  const { told, hear, follow } = openTab(browser, lost);
  follow();
  browser.stored.clear();
  hear();
  expect(told).toHaveBeenLastCalledWith(null);
  browser.stored.save({ ...sessionOf('two'), user: { ...rosa, id: 'ana' } });
  hear();
  expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ access_token: 'two' }));
});
