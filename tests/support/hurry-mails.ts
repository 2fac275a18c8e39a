import type { SharedPortal } from './server/portal.ts';

/**
 * Makes the mails to an address due: those about a step of a return wait for a press of "Undo". Not those that are being
 * sent: a worker would send them twice.
 */
export async function hurryMails({ database }: Pick<SharedPortal, 'database'>, email: string): Promise<void> {
  await database.query(
    `update public.email_queue set next_attempt_at = now() where recipient = $1 and status = 'pending' and tried_at is null`,
    [email.toLowerCase()],
  );
  await database.query(`select pg_notify('email_queue', '')`);
}
