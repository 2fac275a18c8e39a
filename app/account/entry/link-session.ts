import type { Supabase } from '#app/shared/api/supabase.ts';
import { type Flow, hasStarted } from './started-flow.ts';

/** The tokens in a link. They give access to an account. */
export interface LinkTokens {
  accessToken: string;
  refreshToken: string;
}

/** A session that came with a link and that the person has not accepted yet. */
export interface OfferedSession extends LinkTokens {
  /** Of the account, from the server. */
  email: string;
  /** The email of the person who is signed in on this device now. */
  signedInAs: string | null;
}

export type SessionAuth = Pick<Supabase['auth'], 'getUser' | 'getSession' | 'setSession'>;

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
  const { data, error } = await auth.getUser(tokens.accessToken);
  if (error) throw error;
  const email = data.user.email ?? '';
  const present = (await auth.getSession()).data.session?.user ?? null;
  const isExpected =
    present === null ? flow !== null && hasStarted(flow, email) : present.id === data.user.id;
  if (!isExpected) return { ...tokens, email, signedInAs: present === null ? null : (present.email ?? '') };
  await acceptSession(auth, tokens);
  return null;
}

/** Signs in with the tokens. Throws if the server refuses them. */
export async function acceptSession(
  auth: Pick<SessionAuth, 'setSession'>,
  { accessToken, refreshToken }: LinkTokens,
): Promise<void> {
  const { error } = await auth.setSession({ access_token: accessToken, refresh_token: refreshToken });
  if (error) throw error;
}
