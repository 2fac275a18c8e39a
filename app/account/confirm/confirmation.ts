import { ApiError, isRefusal } from '#app/shared/api/api.ts';
import { failureOf, isConnectionError } from '#app/shared/api/error-wording.ts';
import { type Language, localizePath } from '#domain/language/language.ts';
import type * as authService from '../auth-service.ts';
import type { LinkTokens } from '../auth-service.ts';
import { acceptOrOffer, type OfferedSession, type SessionAuth } from '../entry/link-session.ts';
import { type MailedLink, openMailedLink, readMailedLink } from '../entry/mailed-link.ts';

export type ConfirmationLink =
  | { kind: 'none' }
  | { kind: 'refused' }
  | { kind: 'mailed'; link: MailedLink }
  | { kind: 'token'; tokenHash: string; type: 'email' | 'signup' }
  | { kind: 'code'; code: string }
  | { kind: 'session'; accessToken: string; refreshToken: string };

/**
 * signed-in: there is a session. confirmed: the address is confirmed, but this browser has no session. offered: the
 * person must accept the session first.
 */
export type Confirmation =
  | { kind: 'signed-in' }
  | { kind: 'confirmed' }
  | { kind: 'offered'; offer: OfferedSession };

type Auth = SessionAuth & Pick<typeof authService, 'redeemToken' | 'logInByLinkCode'>;

export function confirmEmailUrl(language: Language): string {
  return window.location.origin + localizePath('/confirm-email', language);
}

export function readConfirmationLink(search: string, hash: string): ConfirmationLink {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  if ([query, fragment].some((part) => part.has('error') || part.has('error_code')))
    return { kind: 'refused' };
  const link = readMailedLink(hash);
  if (link?.type === 'signup') return { kind: 'mailed', link };
  const tokenHash = query.get('token_hash');
  if (tokenHash)
    return { kind: 'token', tokenHash, type: query.get('type') === 'email' ? 'email' : 'signup' };
  const code = query.get('code');
  if (code) return { kind: 'code', code };
  const accessToken = fragment.get('access_token');
  const refreshToken = fragment.get('refresh_token');
  if (accessToken && refreshToken && fragment.get('type') === 'signup') {
    return { kind: 'session', accessToken, refreshToken };
  }
  return { kind: 'none' };
}

/** Whether the link is still to be used up, which a mail scanner must not do. */
export function isUnspent({ kind }: ConfirmationLink): boolean {
  return kind === 'mailed' || kind === 'token';
}

/** Redeems the link. Throws if it is expired or used, or if there is no response. */
export async function confirmEmail(auth: Auth, link: ConfirmationLink): Promise<Confirmation> {
  switch (link.kind) {
    case 'mailed': {
      const { search, hash } = await openMailedLink(link.link);
      return confirmEmail(auth, readConfirmationLink(search, hash));
    }
    case 'token': {
      const tokens = await auth.redeemToken(link.type, link.tokenHash);
      return tokens === null ? { kind: 'confirmed' } : sessionFrom(auth, tokens);
    }
    case 'session':
      return sessionFrom(auth, link);
    case 'code':
      // The server issues a code only after it has confirmed the address. The code verifier is in the browser of the
      // sign-up; another browser, such as the phone's, can't sign in with the code.
      return { kind: (await auth.logInByLinkCode(link.code)) ? 'signed-in' : 'confirmed' };
    default:
      throw new Error('The link has nothing to confirm');
  }
}

async function sessionFrom(
  auth: SessionAuth,
  { accessToken, refreshToken }: LinkTokens,
): Promise<Confirmation> {
  const offer = await acceptOrOffer(auth, 'signup', { accessToken, refreshToken });
  return offer === null ? { kind: 'signed-in' } : { kind: 'offered', offer };
}

/** The pause that the server asks for ("... after 42 seconds"), or 0. */
export function secondsToWait(error: unknown): number {
  const { code, message } = failureOf(error);
  if (code !== 'over_email_send_rate_limit') return 0;
  return Number(/after (\d+) second/.exec(message)?.[1] ?? 0);
}

/** Whether the link may still work: the request did not reach the server, or was one too many. */
export function mayTryAgain(error: unknown): boolean {
  return isConnectionError(error) || (error instanceof ApiError && !isRefusal(error));
}
