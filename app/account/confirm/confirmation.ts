import type { AuthError, AuthResponse } from '@supabase/supabase-js';
import { AuthCallError } from '#app/shared/api/auth-call.ts';
import { isConnectionError } from '#app/shared/api/error-wording.ts';
import type { Supabase } from '#app/shared/api/supabase.ts';
import { type Language, localizePath } from '#domain/language/language.ts';
import { acceptOrOffer, type OfferedSession, type SessionAuth } from '../entry/link-session.ts';
import { type MailedLink, openMailedLink, readMailedLink } from '../entry/mailed-link.ts';

/** The content of the link in the email. */
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

type Auth = SessionAuth & Pick<Supabase['auth'], 'exchangeCodeForSession'>;
/** Redeems a token without logging anyone in here. */
type Verify = Supabase['auth']['verifyOtp'];

/** Where the links in confirmation emails lead. */
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
export async function confirmEmail(
  auth: Auth,
  verify: Verify,
  link: ConfirmationLink,
): Promise<Confirmation> {
  switch (link.kind) {
    case 'mailed': {
      const { search, hash } = await openMailedLink(link.link);
      return confirmEmail(auth, verify, readConfirmationLink(search, hash));
    }
    case 'token': {
      const { data, error } = await verify({ token_hash: link.tokenHash, type: link.type });
      if (error) throw error;
      if (!data.session) return { kind: 'confirmed' };
      const { access_token: accessToken, refresh_token: refreshToken } = data.session;
      return sessionFrom(auth, { accessToken, refreshToken });
    }
    case 'session':
      return sessionFrom(auth, link);
    case 'code': {
      const answer = await auth.exchangeCodeForSession(link.code);
      // The server issues a code only after it has confirmed the address. The code verifier is in the browser of the
      // sign-up; another browser, such as the phone's, can't sign in with the code.
      if (isOtherBrowser(answer.error)) return { kind: 'confirmed' };
      return exchanged(answer);
    }
    default:
      throw new Error('The link has nothing to confirm');
  }
}

function isOtherBrowser(error: AuthError | null): boolean {
  return error?.name === 'AuthPKCECodeVerifierMissingError';
}

async function sessionFrom(
  auth: SessionAuth,
  tokens: { accessToken: string; refreshToken: string },
): Promise<Confirmation> {
  const { accessToken, refreshToken } = tokens;
  const offer = await acceptOrOffer(auth, 'signup', { accessToken, refreshToken });
  return offer === null ? { kind: 'signed-in' } : { kind: 'offered', offer };
}

/** This browser started the sign-up: it has the code verifier. */
function exchanged({ data, error }: Pick<AuthResponse, 'data' | 'error'>): Confirmation {
  if (error) throw error;
  return { kind: data.session ? 'signed-in' : 'confirmed' };
}

/** The pause that the server asks for ("... after 42 seconds"), or 0. */
export function secondsToWait(error: { code?: string | undefined; message: string }): number {
  if (error.code !== 'over_email_send_rate_limit') return 0;
  return Number(/after (\d+) second/.exec(error.message)?.[1] ?? 0);
}

/** Whether the link may still work: the request did not reach the server, or was one too many. */
export function mayTryAgain(error: unknown): boolean {
  return isConnectionError(error) || (error instanceof AuthCallError && error.code !== 'validation_failed');
}
