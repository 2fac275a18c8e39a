import type { Transaction } from '#server/database/database.ts';
import { audit } from '../audit.ts';
import type { AuthMails } from '../mails/auth-mails.ts';
import type { RequestContext } from '../request-context.ts';
import { addresseeOf, lockUserByEmail, type User } from '../users/users.ts';

/** For the command line. Undefined if the address has no account. */
export async function resetFactors(tx: Transaction, mails: AuthMails, email: string) {
  const user = await lockUserByEmail(tx, email);
  const requestContext = { address: null, userAgent: null, timeZone: null };
  return user && resetFactorsOf(tx, mails, user, { requestContext });
}

/**
 * For lost phones and codes: removes all second factors and ends all sessions. The caller has locked the user. Returns how
 * many factors were removed.
 */
export async function resetFactorsOf(
  tx: Transaction,
  mails: AuthMails,
  user: User,
  by: { actorId?: string; requestContext: RequestContext },
): Promise<{ factors: number }> {
  if (user.factors.length === 0) return { factors: 0 };
  await tx.query('delete from auth.mfa_factors where user_id = $1', [user.id]);
  await tx.query('delete from auth.sessions where user_id = $1', [user.id]);
  await audit(tx, { action: 'auth.factors_reset', userId: user.id, ...by });
  await mails.send(tx, 'factors_reset', addresseeOf(user));
  return { factors: user.factors.length };
}
