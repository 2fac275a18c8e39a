import type { Supabase } from '#app/client/supabase.ts';
import { type Flow, hasBegun } from './begun-flow.ts';

/** What a link brought along: the keys of somebody's account. */
export interface LinkTokens {
  accessToken: string;
  refreshToken: string;
}

/** A session that a link brought and that the person has not agreed to yet. */
export interface OfferedSession extends LinkTokens {
  /** Whose account it is, as the server says. */
  email: string;
  /** Who is logged in on this device now. */
  signedInAs: string | null;
}

export type SessionAuth = Pick<Supabase['auth'], 'getUser' | 'getSession' | 'setSession'>;

/**
 * Anybody can send a link to their own account, and whoever opened it would put their papers there. So a link's
 * session is taken only where this browser asked for it, or where the same person is logged in already; otherwise it
 * is offered. Null: it was taken. Throws where the server refuses the tokens.
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

/** From here on the person is logged in as the one whose account it is. Throws where the server refuses. */
export async function takeSession(
  auth: Pick<SessionAuth, 'setSession'>,
  { accessToken, refreshToken }: LinkTokens,
): Promise<void> {
  const { error } = await auth.setSession({ access_token: accessToken, refresh_token: refreshToken });
  if (error) throw error;
}
