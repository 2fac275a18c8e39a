import type { MessageDescriptor } from '@lingui/core';
import { isRefusal } from '#app/shared/api/api.ts';
import { msg } from '#domain/language/message.ts';
import type * as authService from '../auth-service.ts';
import { acceptOrOffer, type OfferedSession, type SessionAuth } from '../entry/link-session.ts';
import { type MailedLink, openMailedLink, readMailedLink } from '../entry/mailed-link.ts';

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

type Auth = SessionAuth & Pick<typeof authService, 'redeemToken' | 'logInByLinkCode'>;

/** What happened to the link: opened, first offered to the person, or not accepted. */
export type OpenedLink = { problem: ResetLinkProblem } | { problem: null; offer: OfferedSession | null };

/** Whether the link is still to be used up, which only a person's press does: mail scanners open it too. */
export function isUnspent({ kind }: ResetLink): boolean {
  return kind === 'mailed' || kind === 'token';
}

/** Opens the link's session if this browser asked for it. Never throws. */
export async function openResetLink(auth: Auth, link: ResetLink): Promise<OpenedLink> {
  if (link.kind === 'none') return { problem: 'missing' };
  if (link.kind === 'refused') return { problem: 'expired' };
  try {
    if (link.kind === 'mailed') {
      const { search, hash } = await openMailedLink(link.link);
      return await openResetLink(auth, readResetLink(search, hash));
    }
    if (link.kind === 'code') {
      const isOpen = await auth.logInByLinkCode(link.code);
      return isOpen ? { problem: null, offer: null } : { problem: 'other-browser' };
    }
    const tokens = link.kind === 'session' ? link : await auth.redeemToken('recovery', link.tokenHash);
    if (tokens === null) return { problem: 'no-session' };
    const { accessToken, refreshToken } = tokens;
    return { problem: null, offer: await acceptOrOffer(auth, 'recovery', { accessToken, refreshToken }) };
  } catch (error) {
    console.warn('The link was not accepted', error);
    return { problem: isRefusal(error) ? 'expired' : 'unreachable' };
  }
}
