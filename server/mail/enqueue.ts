import type { Transaction } from '#server/database/database.ts';

/** A mail as whoever causes it writes it. */
export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** What it is for: "confirmation", "appointment". */
  type: string;
}

/** Queues the mail in the caller's own transaction: it leaves if that commits, and only then. */
export async function enqueueMail(tx: Transaction, { to, subject, html, text, type }: Mail): Promise<void> {
  await tx.query(
    `insert into public.email_queue (to_email, subject, body, text_body, email_type)
     values ($1, $2, $3, $4, $5)`,
    [to, subject, html, text, type],
  );
}
