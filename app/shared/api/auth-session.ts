import type { Session, User } from '@supabase/supabase-js';
import { inOneTab } from '../browser/in-one-tab.ts';
import { asRecord, type StoredValue } from '../drafts/stored-value.ts';
import { type CallOptions, callApi, isRefusal, isTooMany } from './api.ts';
import { onSessionStored, storedSession } from './stored-session.ts';

/** A token that ends sooner is renewed before it is used. */
const RENEW_MS = 90_000;
/** How often an open page checks whether to renew its token. */
const LOOK_MS = 30_000;
/** Between two renewals, unless the server refused the token: a clock that jumps may end each new token at once. */
const FLOOR_MS = 10_000;
/** For one answer, and for the lock that another tab holds. */
const ANSWER_MS = 15_000;
/** Before each further attempt: an answer may be lost, or the server may be starting. */
const RETRY_MS = [200, 400, 800, 1600, 3200];

export type SessionAnswer = Omit<Session, 'expires_at'>;

/** Null: no one is signed in. */
type Listener = (session: Session | null) => void;

interface Deps {
  stored: StoredValue<Session>;
  /** Calls the listener when another tab may have changed what is stored. */
  onStored: (listener: () => void) => void;
  /** Runs one piece of work at a time, in all tabs, as far as the browser can. */
  lock: <Result>(work: () => Promise<Result>) => Promise<Result>;
  call: typeof callApi;
  warn: (message: string, error: unknown) => void;
}

/** The session of this browser: it is stored, renewed, shared with other tabs, and ended here, and nowhere else. */
export function createAuthSession({ stored, onStored, lock, call, warn }: Deps) {
  const listeners = new Set<Listener>();
  let lastRenewal = Number.NEGATIVE_INFINITY;
  let renewing: Promise<Session | null> | null = null;
  let looking: ReturnType<typeof setInterval> | undefined;

  function report(): void {
    const session = stored.read();
    for (const listener of listeners) listener(session);
  }

  function begin(answer: SessionAnswer): Session {
    // By the device's clock, which may be hours off: the server's own `expires_at` would be compared with it.
    const session = { ...answer, expires_at: Math.floor(Date.now() / 1000) + answer.expires_in };
    stored.save(session);
    report();
    return session;
  }

  function forget(): void {
    stored.clear();
    report();
  }

  async function renewOnce(token: string, isRefused: boolean): Promise<Session | null> {
    if (!isRefused) await pause(lastRenewal + FLOOR_MS - performance.now());
    for (let attempt = 0; isStillStored(token); attempt++) {
      try {
        await lock(() => exchange(token));
      } catch (error) {
        const wait = RETRY_MS[attempt];
        // The words that `fetch` uses, which `messageOf` knows.
        if (wait === undefined || isTooMany(error)) throw new TypeError('Failed to fetch');
        await pause(wait);
      }
    }
    return stored.read();
  }

  /** Asks once for another token. Throws if there is no answer of the auth service. */
  async function exchange(token: string): Promise<void> {
    const session = stored.read();
    // Another request or tab was first, or the person has logged out.
    if (session?.access_token !== token) return;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), ANSWER_MS);
    try {
      const answer = await askForToken(session, { signal: limit.signal });
      lastRenewal = performance.now();
      // A person who logged out meanwhile, in any tab, stays so.
      if (isStillStored(token)) begin(answer);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (isStillStored(token)) forget();
    } finally {
      clearTimeout(timer);
    }
  }

  const askForToken = ({ refresh_token }: Session, options: CallOptions) =>
    call<SessionAnswer>('/auth/v1/token?grant_type=refresh_token', { ...options, body: { refresh_token } });

  const logOut = (token: string) =>
    call('/auth/v1/logout?scope=local', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      keepalive: true,
    });

  /** Ends the session at the server. An expired token is refused, although its session goes on. */
  async function revoke(session: Session): Promise<void> {
    try {
      await logOut(session.access_token);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await logOut((await askForToken(session, { keepalive: true })).access_token);
    }
  }

  const isStillStored = (token: string) => stored.read()?.access_token === token;

  /**
   * Another session in place of the one with this token; null if it is over. Throws if the server can't be asked.
   * @param isRefused whether the server did not accept the token
   */
  function renew(token: string, isRefused = true): Promise<Session | null> {
    renewing ??= renewOnce(token, isRefused).finally(() => {
      renewing = null;
    });
    return renewing;
  }

  /** The session, with a token that can be used. Null for a visitor. Throws if it can't be renewed. */
  async function current(): Promise<Session | null> {
    const session = stored.read();
    return session && !isFresh(session) ? renew(session.access_token, false) : session;
  }

  function look(): void {
    if (document.hidden) return;
    current().catch((error: unknown) => warn('The session could not be renewed', error));
  }

  return {
    read: stored.read,
    /** The server's time, as far as a session tells how much the device's clock is off. */
    serverNow(): number {
      const session = stored.read();
      const end = session && claimsOf(session.access_token).exp;
      // `begin` has counted from the device's time, and the token from the server's.
      return (
        Date.now() - (typeof end === 'number' && session?.expires_at ? session.expires_at - end : 0) * 1000
      );
    },
    begin,
    renew,
    current,
    /** After the second step, which a person who has logged out meanwhile doesn't take. */
    upgrade(answer: SessionAnswer): void {
      if (stored.read()?.user.id === answer.user.id) begin(answer);
    },
    /** After a change to the person's account. */
    changeUser(user: User): void {
      const session = stored.read();
      if (session?.user.id !== user.id) return;
      stored.save({ ...session, user });
      report();
    },
    /** Ends it on this device at once, then at the server. Throws if the server can't be reached. */
    async end(): Promise<void> {
      const session = stored.read();
      forget();
      if (!session) return;
      await revoke(session).catch((error: unknown) => {
        // It was over at the server.
        if (!isRefusal(error)) throw error;
      });
    },
    /** Calls the listener with the session as soon as it can be used, and after each change, also by other tabs. */
    subscribe(listener: Listener): () => void {
      listeners.add(listener);
      if (looking === undefined) {
        looking = setInterval(look, LOOK_MS);
        onStored(() => {
          const session = stored.read();
          if (session === null || isFresh(session)) report();
          else look();
        });
      }
      const session = stored.read();
      if (session === null || isFresh(session)) listener(session);
      else {
        current().then(listener, (error: unknown) => {
          warn('The session could not be renewed', error);
          listener(null);
        });
      }
      return () => listeners.delete(listener);
    },
  };
}

export function isFresh({ expires_at: end = 0 }: Session, now = Date.now()): boolean {
  return end * 1000 - now > RENEW_MS;
}

/** What a token says. Empty if it is not in a known format. */
export function claimsOf(token: string): Record<string, unknown> {
  try {
    const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return asRecord(JSON.parse(atob(body))) ?? {};
  } catch {
    return {};
  }
}

const pause = async (ms: number) => ms > 0 && new Promise((resolve) => setTimeout(resolve, ms));

export const authSession = createAuthSession({
  stored: storedSession,
  onStored: onSessionStored,
  lock: (work) => inOneTab('nutmeg.session', work, ANSWER_MS),
  call: callApi,
  warn: (message, error) => console.warn(message, error),
});
