import { officeDay } from '#domain/tax-form/office-day.ts';
import type { Transaction } from '#server/database/database.ts';
import { appointments, legacyEmails, messages } from './visitors.ts';

/** What visitors have left: rows with times of their own. */
export async function fillDesk(
  tx: Transaction,
  { now, moment, timeZone }: { now: Date; moment: (days: number) => Date; timeZone: string },
): Promise<void> {
  const { year, month, day } = officeDay(now, timeZone);
  for (const one of appointments) {
    const on = new Date(Date.UTC(year, month - 1, day + one.inDays)).toISOString().slice(0, 10);
    await tx.query(
      `insert into public.appointments (name, email, phone, service, preferred_date, preferred_time, message, status,
         calendly_completed, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8 <> 'pending', $9, $9)`,
      [
        one.name,
        one.email,
        one.phone,
        one.service,
        on,
        one.time,
        one.message ?? null,
        one.status,
        moment(one.days),
      ],
    );
  }
  for (const { name, email, phone, subject, message, status, days } of messages) {
    await tx.query(
      `insert into public.contact_submissions (name, email, phone, subject, message, status, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7)`,
      [name, email, phone, subject, message, status, moment(days)],
    );
  }
  await tx.query('insert into public.legacy_emails (email) select unnest($1::text[])', [legacyEmails]);
}
