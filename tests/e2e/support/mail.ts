import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { newestMailTo } from '#tests/support/services/outbox.ts';
import { eventually } from '#tests/support/waiting.ts';
import { runSql } from './database.ts';
import { portal } from './portal.ts';

/** Waits for the newest mail to an address that meets the condition. Those that wait for a press of "Undo" are sent now. */
export async function mailTo(
  address: string,
  condition: (mail: Email) => boolean = () => true,
): Promise<Email> {
  await runSql(
    `update public.email_queue set next_attempt_at = now()
     where recipient = lower($1) and letter = 'return_status' and status = 'pending' and attempts = 0`,
    [address],
  );
  await runSql(`select pg_notify('email_queue', '')`);
  return eventually(() => newestMailTo(join(portal.dataDir, 'outbox'), address, condition));
}

/** The link in a mail that confirms an email address or an action. */
export function linkIn(mail: Email): string {
  const link = mail.text?.match(/https?:\/\/\S+#token_hash=\S+/)?.[0];
  if (!link) throw new Error(`no link in the mail "${mail.subject}"`);
  return link;
}

/** The eight-digit code in a mail. */
export function codeIn(mail: Email): string {
  const code = mail.text?.match(/^\s*(\d{8})\s*$/m)?.[1];
  if (!code) throw new Error(`no code in the mail "${mail.subject}"`);
  return code;
}
