import type { Supabase } from '#app/shared/api/supabase.ts';
import { type Flow, hasBegun } from './begun-flow.ts';

/** What a link carries: the keys to someone's account. */
export interface LinkTokens {
  accessToken: string;
  refreshToken: string;
}

/** A session that came with a link and that the person has not accepted yet. */
export interface OfferedSession extends LinkTokens {
  /** Whose account it is, according to the server. */
  email: string;
  /** Who is logged in on this device now. */
  signedInAs: string | null;
}

export type SessionAuth = Pick<Supabase['auth'], 'getUser' | 'getSession' | 'setSession'>;

/**
 * Anyone can send a link to their own account, and a person who opened it would put their papers there. So a link's
 * session is accepted only if this browser asked for it, or if the same person is already logged in. Otherwise it
 * is offered. Null: it was accepted. Throws if the server refuses the tokens.
 */
export async function takeOrOffer(
  auth: SessionAuth,
  flow: Flow,
  tokens: LinkTokens,
): Promise<OfferedSession | null> {
  const { data, error } = await auth.getUser(tokens.accessToken);
  if (error) throw error;
  const email = data.user.email ?? '';
  const present = (await auth.getSession()).data.session?.user ?? null;
  const isExpected = present === null ? hasBegun(flow, email) : present.id === data.user.id;
  if (!isExpected) return { ...tokens, email, signedInAs: present === null ? null : (present.email ?? '') };
  await takeSession(auth, tokens);
  return null;
}

/** From here on, the person is logged in as the owner of that account. Throws if the server refuses. */
export async function takeSession(
  auth: Pick<SessionAuth, 'setSession'>,
  { accessToken, refreshToken }: LinkTokens,
): Promise<void> {
  const { error } = await auth.setSession({ access_token: accessToken, refresh_token: refreshToken });
  if (error) throw error;
}
