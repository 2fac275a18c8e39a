import type * as authService from '../auth-service.ts';
import type { LinkTokens } from '../auth-service.ts';
import { type Flow, hasStarted } from './started-flow.ts';

/** A session that came with a link and that the person has not accepted yet. */
export interface OfferedSession extends LinkTokens {
  /** Of the account, from the server. */
  email: string;
  /** The email of the person who is signed in on this device now. */
  signedInAs: string | null;
}

export type SessionAuth = Pick<typeof authService, 'userOf' | 'signedInUser' | 'logInByToken'>;

/**
 * Accepts a link's session if this browser asked for the link, or if the same person is already signed in, and returns
 * null. Returns other sessions, for the person to accept: anyone can send a link to their own account, and a person who
 * opened it would upload their documents there. Throws if the server refuses the tokens.
 */
export async function acceptOrOffer(
  auth: SessionAuth,
  /** Null if it never starts on our pages. */
  flow: Flow | null,
  tokens: LinkTokens,
): Promise<OfferedSession | null> {
  const user = await auth.userOf(tokens);
  const email = user.email ?? '';
  const present = await auth.signedInUser();
  const isExpected = present === null ? flow !== null && hasStarted(flow, email) : present.id === user.id;
  if (!isExpected) return { ...tokens, email, signedInAs: present === null ? null : (present.email ?? '') };
  await auth.logInByToken(tokens.refreshToken);
  return null;
}
