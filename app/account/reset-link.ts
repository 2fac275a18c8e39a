import type { AuthError } from '@supabase/supabase-js';
import { isConnectionError } from '#app/client/error-wording.ts';
import type { Supabase } from '#app/client/supabase.ts';

/** What the link of the mail brought along. */
export type ResetLink =
  | { kind: 'none' }
  | { kind: 'refused' }
  | { kind: 'session'; accessToken: string; refreshToken: string }
  | { kind: 'token'; tokenHash: string }
  | { kind: 'code'; code: string };

export type ResetLinkProblem = 'expired' | 'no-session' | 'unreachable' | 'missing';

export const resetLinkTexts: Record<ResetLinkProblem, string> = {
  expired: 'Invalid or expired reset link. Please request a new password reset.',
  'no-session': 'Invalid reset session. Please request a new password reset.',
  unreachable: 'Error validating reset link. Please try again.',
  missing: 'Invalid or missing reset link. Please request a new password reset.',
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
  const tokenHash = query.get('token_hash');
  if (tokenHash && query.get('type') === 'recovery') return { kind: 'token', tokenHash };
  const code = query.get('code');
  return code ? { kind: 'code', code } : { kind: 'none' };
}

type Auth = Pick<Supabase['auth'], 'verifyOtp' | 'exchangeCodeForSession' | 'setSession'>;

/** Opens the session that the link stands for. Null where it worked; never throws. */
export async function openResetLink(auth: Auth, link: ResetLink): Promise<ResetLinkProblem | null> {
  if (link.kind === 'none') return 'missing';
  if (link.kind === 'refused') return 'expired';
  try {
    const { data, error } = await redeem(auth, link);
    if (error) throw error;
    return data.session ? null : 'no-session';
  } catch (error) {
    console.warn('The link was not accepted', error);
    return isRefusal(error) ? 'expired' : 'unreachable';
  }
}

interface Answer {
  data: { session: unknown };
  error: AuthError | null;
}

function redeem(auth: Auth, link: Exclude<ResetLink, { kind: 'none' | 'refused' }>): Promise<Answer> {
  switch (link.kind) {
    case 'session':
      return auth.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken });
    case 'token':
      return auth.verifyOtp({ token_hash: link.tokenHash, type: 'recovery' });
    case 'code':
      return auth.exchangeCodeForSession(link.code);
  }
}

/** The service, or its library, has looked at the link and said no: another try would not help. */
function isRefusal(error: unknown): boolean {
  if (isConnectionError(error)) return false;
  const { name, status } = (typeof error === 'object' && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  if (typeof status === 'number' && status >= 500) return false;
  return typeof name === 'string' && name.startsWith('Auth') && name !== 'AuthUnknownError';
}
