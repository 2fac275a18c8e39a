import type { Session } from '@supabase/supabase-js';

/** none: the person has no second factor. missing: they have one, but this session was not verified with it yet. */
export type SecondFactor = 'none' | 'missing' | 'verified';

/** Decides which screen to show. The server decides what a session may access. */
export function secondFactorOf({
  user,
  access_token: token,
}: Pick<Session, 'user' | 'access_token'>): SecondFactor {
  if (levelOf(token) === 'aal2') return 'verified';
  const hasFactor = user.factors?.some(
    ({ factor_type: type, status }) => type === 'totp' && status === 'verified',
  );
  return hasFactor ? 'missing' : 'none';
}

function levelOf(token: string): unknown {
  try {
    const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(body));
    return typeof claims === 'object' && claims !== null && 'aal' in claims ? claims.aal : null;
  } catch {
    // Not a token in a known format.
    return null;
  }
}
