import { randomUUID } from 'node:crypto';
import { eventually, type SharedPortal } from '../server/portal.ts';

type WithDatabase = Pick<SharedPortal, 'database'>;

export interface MailRow {
  status: string;
  attempts: number;
  failure: string | null;
  last_error: string | null;
}

interface Draft {
  to?: string;
  subject?: string;
}

/** Queues a mail like the server. Returns its id. */
export async function enqueue({ database }: WithDatabase, draft: Draft = {}): Promise<string> {
  const { to = 'maria@mail.example', subject = 'Your papers, José' } = draft;
  const id = randomUUID();
  await database.query(
    `insert into public.email_queue (id, to_email, subject, body, text_body, email_type)
     values ($1, $2, $3, '<p>Ünï <b>code</b></p>', 'Ünï code', 'test')`,
    [id, to, subject],
  );
  return id;
}

export async function mailRow({ database }: WithDatabase, id: string): Promise<MailRow | undefined> {
  const rows = await database.query<MailRow & Record<string, unknown>>(
    'select status, attempts, failure, last_error from public.email_queue where id = $1',
    [id],
  );
  return rows[0];
}

/** Waits until the row meets the condition. */
export function waitForMail(
  portal: WithDatabase,
  id: string,
  condition: (row: MailRow) => boolean,
): Promise<MailRow> {
  return eventually(async () => {
    const found = await mailRow(portal, id);
    return found !== undefined && condition(found) && found;
  }, 60_000);
}

export const wasSent = ({ status }: MailRow) => status === 'sent';
export const hasFailedOnce = ({ last_error }: MailRow) => last_error !== null;

/** Makes pending mails due now. Don't use it while a mail is being sent: its lease would end. */
export async function makeDue({ database }: WithDatabase): Promise<void> {
  await database.query(`update public.email_queue set next_attempt_at = now() where status = 'pending'`);
  await database.query('notify email_queue');
}
