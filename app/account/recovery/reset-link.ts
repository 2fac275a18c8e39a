import type { MessageDescriptor } from '@lingui/core';
import { isConnectionError } from '#app/shared/api/error-wording.ts';
import type { Supabase } from '#app/shared/api/supabase.ts';
import { msg } from '#domain/language/message.ts';
import {
  acceptOrOffer,
  type LinkTokens,
  type OfferedSession,
  type SessionAuth,
} from '../entry/link-session.ts';
import { type MailedLink, openMailedLink, readMailedLink } from '../entry/mailed-link.ts';

/** The content of the link in the email. */
export type ResetLink =
  | { kind: 'none' }
  | { kind: 'refused' }
  | { kind: 'session'; accessToken: string; refreshToken: string }
  | { kind: 'mailed'; link: MailedLink }
  | { kind: 'token'; tokenHash: string }
  | { kind: 'code'; code: string };

export type ResetLinkProblem = 'expired' | 'no-session' | 'unreachable' | 'missing' | 'other-browser';

export const resetLinkTexts: Record<ResetLinkProblem, MessageDescriptor> = {
  expired: msg`Invalid or expired reset link. Please request a new password reset.`,
  'no-session': msg`Invalid reset session. Please request a new password reset.`,
  unreachable: msg`Error validating reset link. Please try again.`,
  missing: msg`Invalid or missing reset link. Please request a new password reset.`,
  // Another browser asked for it with PKCE. The code in the same email works here.
  'other-browser': msg`Invalid or expired reset link. Please request a new password reset.`,
};

export function readResetLink(search: string, hash: string): ResetLink {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  if ([query, fragment].some((part) => part.has('error') || part.has('error_code')))
    return { kind: 'refused' };
  const accessToken = fragment.get('access_token');
  const refreshToken = fragment.get('refresh_token');
  if (accessToken && refreshToken && fragment.get('type') === 'recovery') {
    return { kind: 'session', accessToken, refreshToken };
  }
  const link = readMailedLink(hash);
  if (link?.type === 'recovery') return { kind: 'mailed', link };
  const tokenHash = query.get('token_hash');
  if (tokenHash && query.get('type') === 'recovery') return { kind: 'token', tokenHash };
  const code = query.get('code');
  return code ? { kind: 'code', code } : { kind: 'none' };
}

type Auth = SessionAuth & Pick<Supabase['auth'], 'exchangeCodeForSession'>;
/** Redeems a token without logging anyone in here. */
type Verify = Supabase['auth']['verifyOtp'];

/** What happened to the link: opened, first offered to the person, or not accepted. */
export type OpenedLink = { problem: ResetLinkProblem } | { problem: null; offer: OfferedSession | null };

/** Whether the link is still to be used up, which only a person's press does: mail scanners open it too. */
export function isUnspent({ kind }: ResetLink): boolean {
  return kind === 'mailed' || kind === 'token';
}

/** Opens the link's session if this browser asked for it. Never throws. */
export async function openResetLink(auth: Auth, verify: Verify, link: ResetLink): Promise<OpenedLink> {
  if (link.kind === 'none') return { problem: 'missing' };
  if (link.kind === 'refused') return { problem: 'expired' };
  try {
    if (link.kind === 'mailed') {
      const { search, hash } = await openMailedLink(link.link);
      return await openResetLink(auth, verify, readResetLink(search, hash));
    }
    if (link.kind === 'code') {
      const { data, error } = await auth.exchangeCodeForSession(link.code);
      if (error) throw error;
      return data.session ? { problem: null, offer: null } : { problem: 'no-session' };
    }
    const tokens = link.kind === 'session' ? link : await verifyToken(verify, link.tokenHash);
    if (tokens === null) return { problem: 'no-session' };
    const { accessToken, refreshToken } = tokens;
    return { problem: null, offer: await acceptOrOffer(auth, 'recovery', { accessToken, refreshToken }) };
  } catch (error) {
    console.warn('The link was not accepted', error);
    if (nameOf(error) === 'AuthPKCECodeVerifierMissingError') return { problem: 'other-browser' };
    return { problem: isRefusal(error) ? 'expired' : 'unreachable' };
  }
}

async function verifyToken(verify: Verify, tokenHash: string): Promise<LinkTokens | null> {
  const { data, error } = await verify({ token_hash: tokenHash, type: 'recovery' });
  if (error) throw error;
  return data.session && { accessToken: data.session.access_token, refreshToken: data.session.refresh_token };
}

function nameOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;
}

/** Whether the service or its library refused the link: another try would not help. */
function isRefusal(error: unknown): boolean {
  if (isConnectionError(error)) return false;
  const { name, status } = (typeof error === 'object' && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  if (typeof status === 'number' && status >= 500) return false;
  return typeof name === 'string' && name.startsWith('Auth') && name !== 'AuthUnknownError';
}
