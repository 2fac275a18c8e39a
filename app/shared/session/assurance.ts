import type { Session } from '@supabase/supabase-js';

/** none: the person has no second factor. missing: has one, and this session has not shown it yet. */
export type SecondFactor = 'none' | 'missing' | 'shown';

/** Decides which screen comes next. What a session may reach is the server's to decide. */
export function secondFactorOf({
  user,
  access_token: token,
}: Pick<Session, 'user' | 'access_token'>): SecondFactor {
  if (levelOf(token) === 'aal2') return 'shown';
  const has = user.factors?.some(({ factor_type: type, status }) => type === 'totp' && status === 'verified');
  return has ? 'missing' : 'none';
}

function levelOf(token: string): unknown {
  try {
    const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(body));
    return typeof claims === 'object' && claims !== null && 'aal' in claims ? claims.aal : null;
  } catch {
    // Not a token that we know: it proves nothing.
    return null;
  }
}
