import { officeDay } from '#domain/office-time/office-day.ts';
import type { Transaction } from '#server/database/database.ts';
import type { Cast } from './stage.ts';
import { appointments, legacyEmails, messages } from './visitors.ts';

/** Rows of visitors, with their times. */
export async function fillDesk(
  tx: Transaction,
  {
    now,
    moment,
    timeZone,
    cast,
  }: { now: Date; moment: (days: number) => Date; timeZone: string; cast: Cast },
): Promise<void> {
  const { year, month, day } = officeDay(now, timeZone);
  for (const one of appointments) {
    const on = new Date(Date.UTC(year, month - 1, day + one.inDays)).toISOString().slice(0, 10);
    await tx.query(
      `insert into public.appointments (name, email, phone, service, preferred_date, preferred_time, message, status,
         calendly_completed, created_at, updated_at, starts_at, ends_at, seat, chosen_at)
       select $1, $2, $3, $4, $5::date, $6::text, $7, $8::text, $8::text <> 'pending', $9::timestamptz,
         $9::timestamptz, agreed.start, agreed.start + nutmeg.slot_length(), agreed.seat, agreed.chosen_at
       from (select) as one
       left join (
         select ($5::date + $6::text::time) at time zone $10 as start, 1 as seat, $9::timestamptz as chosen_at
       ) as agreed on $8::text <> 'pending'`,
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
        timeZone,
      ],
    );
  }
  for (const { name, email, phone, subject, message, status, days, assignee, answer } of messages) {
    const { rows } = await tx.query<{ id: string }>(
      `insert into public.contact_submissions (name, email, phone, subject, message, status, assigned_to, created_at,
         updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning id`,
      [name, email, phone, subject, message, status, assignee ? cast.staff[assignee] : null, moment(days)],
    );
    if (!answer) continue;
    await tx.query(
      `insert into public.contact_replies (submission_id, body, mail_id, author_id, sent_at)
       values ($1, $2, gen_random_uuid(), $3, $4)`,
      [rows[0]?.id, answer.text, cast.staff[answer.by], moment(answer.days)],
    );
  }
  await tx.query('insert into public.legacy_emails (email) select unnest($1::text[])', [legacyEmails]);
}
