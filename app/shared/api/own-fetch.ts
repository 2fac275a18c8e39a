import { publishableKey } from '#app/env.ts';
import { isSessionStored, storedSession } from '../session/stored/stored-session.ts';
import { gate } from '../session/wire/gate.ts';
import { sendForLibrary } from '../session/wire/library-fetch.ts';
import { renewal } from '../session/wire/renewal.ts';
import { createOwnFetch } from './create-own-fetch.ts';
import { accessToken } from './current-session.ts';
import { refusedToken } from './refused-token.ts';

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

const signedInPerson = () => storedSession()?.user.id;

export const ownFetch = createOwnFetch({
  fetch: (url, init) => fetch(url, init),
  token: tokenWhenOpen,
  person: signedInPerson,
  refused: refusedToken,
});

/** A login goes on while other requests wait for it. */
const ownAuthFetch = createOwnFetch({
  fetch: renewal.fetch,
  token: accessToken,
  person: signedInPerson,
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
