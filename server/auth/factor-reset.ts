import type { Transaction } from '#server/database/database.ts';
import { audit } from './audit.ts';
import type { AuthMails } from './auth-mails.ts';
import { deleteAllFactors } from './factors.ts';
import { firstNameOf, lockUserByEmail } from './users.ts';

/**
 * For somebody who has lost the phone and the recovery codes: takes every second factor away and ends all
 * sessions, since nobody knows whose they are. Undefined where there is nobody of that address.
 */
export async function resetFactors(
  tx: Transaction,
  mails: Pick<AuthMails, 'factorsReset'>,
  email: string,
): Promise<{ factors: number } | undefined> {
  const user = await lockUserByEmail(tx, email);
  if (!user) return undefined;
  if (user.factors.length === 0) return { factors: 0 };
  await deleteAllFactors(tx, user.id);
  await tx.query('delete from auth.sessions where user_id = $1', [user.id]);
  const origin = { address: null, userAgent: null, timeZone: null };
  await audit(tx, { action: 'auth.factors_reset', userId: user.id, origin });
  await mails.factorsReset(tx, { to: user.email, firstName: firstNameOf(user) });
  return { factors: user.factors.length };
}
