import type { Session } from '@supabase/supabase-js';
import { claimsOf } from '../api/auth-session.ts';

/** none: the person has no second factor. missing: they have one, but this session was not verified with it yet. */
export type SecondFactor = 'none' | 'missing' | 'verified';

/** Decides which screen to show. The server decides what a session may access. */
export function secondFactorOf({
  user,
  access_token: token,
}: Pick<Session, 'user' | 'access_token'>): SecondFactor {
  if (claimsOf(token).aal === 'aal2') return 'verified';
  const hasFactor = user.factors?.some(
    ({ factor_type: type, status }) => type === 'totp' && status === 'verified',
  );
  return hasFactor ? 'missing' : 'none';
}
