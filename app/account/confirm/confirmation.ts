import type { AuthError, AuthResponse } from '@supabase/supabase-js';
import { isConnectionError } from '#app/shared/api/error-wording.ts';
import type { Supabase } from '#app/shared/api/supabase.ts';
import { type OfferedSession, type SessionAuth, takeOrOffer } from '../entry/link-session.ts';

/** What the link in the mail brought along. */
export type ConfirmationLink =
  | { kind: 'none' }
  | { kind: 'refused' }
  | { kind: 'token'; tokenHash: string; type: 'email' | 'signup' }
  | { kind: 'code'; code: string }
  | { kind: 'session'; accessToken: string; refreshToken: string };

/**
 * signed-in: there is a session. confirmed: the address is confirmed, but this browser has no session. offered: it
 * waits for the person to agree.
 */
export type Confirmation =
  | { kind: 'signed-in' }
  | { kind: 'confirmed' }
  | { kind: 'offered'; offer: OfferedSession };

type Auth = SessionAuth & Pick<Supabase['auth'], 'exchangeCodeForSession'>;
/** Redeems a token without logging anyone in here. */
type Verify = Supabase['auth']['verifyOtp'];

/** Where links of confirmation mails come back to. */
export function confirmEmailUrl(): string {
  return `${window.location.origin}/confirm-email`;
}

export function readConfirmationLink(search: string, hash: string): ConfirmationLink {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  if ([query, fragment].some((part) => part.has('error') || part.has('error_code')))
    return { kind: 'refused' };
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

/** Redeems the link. Throws when it is expired or used, or when nobody answers. */
export async function confirmEmail(
  auth: Auth,
  verify: Verify,
  link: ConfirmationLink,
): Promise<Confirmation> {
  switch (link.kind) {
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
      // The server gives a code only after it has confirmed the address. Its counterpart lies in the browser in
      // which the person signed up; in another one, such as the phone's, there is nothing to sign in with.
      if (isOtherBrowser(answer.error)) return { kind: 'confirmed' };
      return exchanged(answer);
    }
    default:
      throw new Error('The link holds nothing to confirm');
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
  const offer = await takeOrOffer(auth, 'signup', { accessToken, refreshToken });
  return offer === null ? { kind: 'signed-in' } : { kind: 'offered', offer };
}

/** This browser started the sign-up: only it has the code's counterpart. */
function exchanged({ data, error }: Pick<AuthResponse, 'data' | 'error'>): Confirmation {
  if (error) throw error;
  return { kind: data.session ? 'signed-in' : 'confirmed' };
}

/** A link that met a dead connection is still good. */
export function mayTryAgain(error: unknown): boolean {
  return isConnectionError(error);
}
