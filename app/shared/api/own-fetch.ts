import { publishableKey } from '#app/env.ts';
import { createApi } from './api.ts';
import { authSession } from './auth-session.ts';
import { gate, SessionOver } from './gate.ts';

interface Deps {
  fetch: typeof fetch;
  /** The access token of the signed-in person; null for a visitor. Waits while the session is over. */
  token: () => Promise<string | null>;
  person: () => string | undefined;
  /** Resolves when the server's refusal of this token may be answered with another one. */
  refused: (token: string) => Promise<unknown>;
}

/** A second refusal may be of a token that was renewed just before its session ended. */
const MAX_REFUSALS = 3;

/**
 * Sends requests as the signed-in person. If the server doesn't accept the session, a request waits until there is
 * another one of the same person, and is sent again: it was refused before anything was done.
 */
export function createOwnFetch({ fetch, token, person, refused }: Deps) {
  return async (url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    let sender = person();
    for (let refusals = 0; ; refusals++) {
      const own = await token();
      // What one person has written must not go out in the name of another, who has logged in since.
      if (sender !== undefined && (own === null || person() !== sender)) throw new SessionOver();
      sender ??= person();
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
  return accessToken();
}

const accessToken = async () => (await authSession.current())?.access_token ?? null;
const person = () => authSession.read()?.user.id;
const send: typeof fetch = (url, init) => fetch(url, init);

export const ownFetch = createOwnFetch({
  fetch: send,
  token: tokenWhenOpen,
  person,
  refused: authSession.renew,
});

/** As the signed-in person. */
export const { call: callOwn, respond: respondOwn } = createApi(ownFetch);

/** A login goes on while other requests wait for it. */
export const ownLoginFetch = createOwnFetch({
  fetch: send,
  token: accessToken,
  person,
  refused: async (token) => {
    await authSession.renew(token);
    await gate.whenOpen();
  },
});

/** As the signed-in person who perhaps owes the second step, for calls that are part of it or of the account. */
export const { call: callOwnLogin } = createApi(ownLoginFetch);
