import type { Transaction } from '#server/database/database.ts';

/** A mail as whoever causes it writes it. */
export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** What it is for: "confirmation", "appointment". */
  type: string;
  /** Later than this many minutes it is of no use, so it isn't sent. */
  usefulMinutes?: number;
  /** Somebody waits for it before a screen. */
  urgent?: boolean;
}

/** Queues the mail in the caller's own transaction: it leaves if that commits, and only then. */
export async function enqueueMail(tx: Transaction, mail: Mail): Promise<void> {
  const { to, subject, html, text, type, usefulMinutes = null, urgent = false } = mail;
  await tx.query(
    `insert into public.email_queue (to_email, subject, body, text_body, email_type, expires_at, urgent)
     values ($1, $2, $3, $4, $5, now() + make_interval(mins => $6), $7)`,
    [to, subject, html, text, type, usefulMinutes, urgent],
  );
}
