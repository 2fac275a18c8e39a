import type { Transaction } from '#server/database/database.ts';
import type { RequestContext } from './request-context.ts';

export type AuditedAction =
  | 'auth.signed_in'
  | 'auth.sign_in_failed'
  | 'auth.sign_up_confirmed'
  | 'auth.recovery_requested'
  | 'auth.link_requested'
  | 'auth.password_changed'
  | 'auth.email_changed'
  | 'auth.signed_out'
  | 'auth.refresh_token_reused'
  | 'auth.factor_added'
  | 'auth.factor_removed'
  | 'auth.factor_verified'
  | 'auth.factor_failed'
  | 'auth.factors_reset'
  | 'auth.recovery_codes_made'
  | 'auth.recovery_codes_removed'
  | 'auth.recovery_code_used'
  | 'account.email_correction_asked'
  | 'account.email_corrected'
  | 'staff.invited'
  | 'staff.invitation_resent'
  | 'staff.joined';

/** Anyone can cause these without signing in, so they have no actor. */
const UNAUTHENTICATED_ACTIONS: readonly AuditedAction[] = [
  'auth.sign_in_failed',
  'auth.recovery_requested',
  'auth.link_requested',
  'auth.refresh_token_reused',
  'auth.factors_reset',
];

interface Entry {
  action: AuditedAction;
  /** The user it is about; null if the address has no account. */
  userId: string | null;
  /** The user who did it, if it was someone else. */
  actorId?: string;
  requestContext: RequestContext;
  /** Must not contain personal data. */
  details?: Record<string, string>;
}

/** Adds an entry to `audit_log`. The actor is the user it is about unless `actorId` says otherwise. */
export async function audit(
  db: Pick<Transaction, 'run'>,
  { action, userId, actorId, requestContext, details = {} }: Entry,
): Promise<void> {
  const actor = actorId ?? (UNAUTHENTICATED_ACTIONS.includes(action) ? null : userId);
  await db.run({
    prepared: true,
    text: 'insert into public.audit_log (actor_id, action, subject_id, details, address) values ($1, $2, $3, $4, $5)',
    values: [actor, action, userId, details, requestContext.address],
  });
}
