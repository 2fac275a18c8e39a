import type { Transaction } from '#server/database/database.ts';
import type { Origin } from './origin.ts';

type AuthAction =
  | 'auth.signed_in'
  | 'auth.sign_in_failed'
  | 'auth.sign_up_confirmed'
  | 'auth.recovery_requested'
  | 'auth.password_changed'
  | 'auth.email_changed'
  | 'auth.signed_out'
  | 'auth.refresh_token_reused';

interface Entry {
  action: AuthAction;
  /** Whom it concerns; null where nobody of that name is known. */
  userId: string | null;
  origin: Origin;
  /** Facts without personal data. */
  details?: Record<string, string>;
}

/** People act on themselves here, so whoever is concerned is the actor, if they have proved who they are. */
export async function audit(
  db: Pick<Transaction, 'query'>,
  { action, userId, origin, details = {} }: Entry,
): Promise<void> {
  const proved = !['auth.sign_in_failed', 'auth.recovery_requested', 'auth.refresh_token_reused'].includes(
    action,
  );
  await db.query(
    `insert into public.audit_log (actor_id, action, subject_id, details, address) values ($1, $2, $3, $4, $5)`,
    [proved ? userId : null, action, userId, details, origin.address],
  );
}
