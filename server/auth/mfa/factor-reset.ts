import type { Transaction } from '#server/database/database.ts';
import { audit } from '../audit.ts';
import type { AuthMails } from '../mails/auth-mails.ts';
import type { RequestContext } from '../request-context.ts';
import { firstNameOf, lockUserByEmail, type User } from '../users/users.ts';
import { deleteAllFactors } from './factors.ts';

interface Reset {
  /** How many were taken away. */
  factors: number;
}

/** The command line's way: undefined where there is nobody of that address. */
export async function resetFactors(
  tx: Transaction,
  mails: Pick<AuthMails, 'factorsReset'>,
  email: string,
): Promise<Reset | undefined> {
  const user = await lockUserByEmail(tx, email);
  const origin = { address: null, userAgent: null, timeZone: null };
  return user && resetFactorsOf(tx, mails, user, { origin });
}

/**
 * For somebody who has lost the phone and the recovery codes: takes every second factor away and ends all
 * sessions, since nobody knows whose they are. The caller has locked the user.
 */
export async function resetFactorsOf(
  tx: Transaction,
  mails: Pick<AuthMails, 'factorsReset'>,
  user: User,
  by: { actorId?: string; origin: RequestContext },
): Promise<Reset> {
  if (user.factors.length === 0) return { factors: 0 };
  await deleteAllFactors(tx, user.id);
  await tx.query('delete from auth.sessions where user_id = $1', [user.id]);
  await audit(tx, { action: 'auth.factors_reset', userId: user.id, ...by });
  await mails.factorsReset(tx, { to: user.email, firstName: firstNameOf(user) });
  return { factors: user.factors.length };
}
