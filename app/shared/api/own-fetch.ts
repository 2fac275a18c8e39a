import { publishableKey } from '#app/env.ts';
import { gate, SessionOver } from '../session/gate.ts';
import { sendForLibrary } from '../session/library-fetch.ts';
import { renewal } from '../session/renewal.ts';
import { isSessionStored } from '../session/stored/stored-session.ts';
import { accessToken } from './current-session.ts';
import { refusedToken } from './refused-token.ts';

interface Deps {
  fetch: typeof fetch;
  /** The access token of the signed-in person; null for a visitor. Waits while the session is over. */
  token: () => Promise<string | null>;
  /** Resolves when the server's refusal of this token may be answered with another one. */
  refused: (token: string) => Promise<void>;
}

/** A second refusal may be of a token that was renewed just before its session ended. */
const MAX_REFUSALS = 3;

/**
 * Sends requests as the signed-in person. If the server doesn't accept the session, a request waits until there is
 * another one of the same person, and is sent again: it was refused before anything was done.
 */
export function createOwnFetch({ fetch, token, refused }: Deps) {
  return async (url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    for (let refusals = 0; ; refusals++) {
      const own = await token();
      if (own === null && refusals > 0) throw new SessionOver();
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${own ?? publishableKey}`);
      const response = await fetch(url, { ...init, headers });
      if (own === null || refusals === MAX_REFUSALS || !(await isRefusal(response))) return response;
      await refused(own);
    }
  };
}

/** Whether a response says that the access token has expired or that its session has ended. */
async function isRefusal(response: Response): Promise<boolean> {
  if (![400, 401, 403].includes(response.status)) return false;
  return isTokenRefusal(await response.clone().text());
}

/** The same by the body of the response: each service says it in its own words. */
export function isTokenRefusal(body: string): boolean {
  return /"(PGRST30[13]|session_not_found|bad_jwt|Invalid JWT|jwt expired|signature verification failed)"/.test(
    body,
  );
}

/**
 * The token for requests that can't be sent by `ownFetch`; the publishable key for a visitor. Waits while the session is
 * over, and throws if it can't be renewed: a visitor's request would get an answer that is not about the person.
 */
export async function ownToken(): Promise<string> {
  return (await tokenWhenOpen()) ?? publishableKey;
}

async function tokenWhenOpen(): Promise<string | null> {
  await gate.whenOpen();
  const token = await accessToken();
  if (token !== null) return token;
  // It may have ended just now.
  await gate.whenOpen();
  if (isSessionStored()) throw new TypeError('Failed to fetch');
  return accessToken();
}

export const ownFetch = createOwnFetch({
  fetch: (url, init) => fetch(url, init),
  token: tokenWhenOpen,
  refused: refusedToken,
});

/** A login goes on while other requests wait for it. */
const ownAuthFetch = createOwnFetch({
  fetch: renewal.fetch,
  token: accessToken,
  refused: async (token) => {
    await refusedToken(token);
    await gate.whenOpen();
  },
});

/** The calls of the auth library that change something of the signed-in person. Others start or end a session. */
const ownAuthCall = /^(PUT \S+\/user|GET \S+\/reauthenticate|\S+ \S+\/(factors|recovery-codes)\b)/;

sendForLibrary((input, init) => {
  const { pathname } = new URL(String(input));
  if (!pathname.startsWith('/auth/v1/')) return ownFetch(input, init);
  return ownAuthCall.test(`${init?.method ?? 'GET'} ${pathname}`)
    ? ownAuthFetch(input, init)
    : renewal.fetch(input, init);
});
