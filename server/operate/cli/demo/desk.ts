import { z } from 'zod';
import { staffRoles } from '#domain/account/roles.ts';
import json from '#domain/business/demo/desk.json' with { type: 'json' };
import { contactSubjects } from '#domain/contact/subjects.ts';
import { officeDay } from '#domain/office-time/office-day.ts';
import type { Transaction } from '#server/database/database.ts';
import { emailOf, personOf, type StaffIds, staffKey } from './people.ts';

const text = z.string();
/** Before today. For fractions, see moments.ts. */
const days = z.number();

const appointment = z.strictObject({
  phone: text,
  service: text,
  /** Days from today. */
  inDays: z.int(),
  time: text,
  message: text.optional(),
  status: z.enum(['pending', 'confirmed', 'done', 'cancelled']),
  days,
});

const message = z.strictObject({
  phone: text.optional(),
  subject: z.enum(contactSubjects.map(({ value }) => value)),
  message: text,
  status: z.enum(['new', 'open', 'answered', 'closed']),
  days,
  assignee: staffKey.optional(),
  answer: z.strictObject({ by: staffKey, text, days }).optional(),
});

const person = z
  .strictObject({ name: text, phone: text, role: z.enum(staffRoles) })
  .transform(({ name, phone, role }) => ({ ...personOf(name, phone), role }));

/** The staff, and what visitors and clients wrote, by their names. */
const desk = z
  .strictObject({
    staff: z.record(staffKey, person),
    appointments: z.record(text, appointment),
    messages: z.record(text, message),
    /** They are asked to sign up at their first sign-in. */
    earlierClients: z.array(text),
  })
  .parse(json);

export const { staff } = desk;

interface Desk {
  now: Date;
  moment: (days: number) => Date;
  timeZone: string;
  staffIds: StaffIds;
}

/** Rows of visitors, with their times. */
export async function fillDesk(tx: Transaction, { now, moment, timeZone, staffIds }: Desk): Promise<void> {
  const { year, month, day } = officeDay(now, timeZone);
  for (const [name, one] of Object.entries(desk.appointments)) {
    const { phone, service, inDays, time, message = null, status, days } = one;
    const on = new Date(Date.UTC(year, month - 1, day + inDays)).toISOString().slice(0, 10);
    await tx.query(
      `insert into public.appointments (name, email, phone, service, preferred_date, preferred_time, message, status,
         calendly_completed, created_at, updated_at, starts_at, ends_at, seat, chosen_at)
       select $1, $2, $3, $4, $5::date, $6::text, $7, $8::text, $8::text <> 'pending', $9::timestamptz,
         $9::timestamptz, agreed.start, agreed.start + nutmeg.slot_length(), agreed.seat, agreed.chosen_at
       from (select) as one
       left join (
         select ($5::date + $6::text::time) at time zone $10 as start, 1 as seat, $9::timestamptz as chosen_at
       ) as agreed on $8::text <> 'pending'`,
      [name, emailOf(name), phone, service, on, time, message, status, moment(days), timeZone],
    );
  }
  for (const [name, one] of Object.entries(desk.messages)) {
    const { phone = null, subject, message, status, days, assignee, answer } = one;
    const assigneeId = assignee ? staffIds[assignee] : null;
    const { rows } = await tx.query<{ id: string }>(
      `insert into public.contact_submissions (name, email, phone, subject, message, status, assigned_to, created_at,
         updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning id`,
      [name, emailOf(name), phone, subject, message, status, assigneeId, moment(days)],
    );
    if (!answer) continue;
    await tx.query(
      `insert into public.contact_replies (submission_id, body, mail_id, author_id, sent_at)
       values ($1, $2, gen_random_uuid(), $3, $4)`,
      [rows[0]?.id, answer.text, staffIds[answer.by], moment(answer.days)],
    );
  }
  await tx.query('insert into public.legacy_emails (email) select unnest($1::text[])', [
    desk.earlierClients.map(emailOf),
  ]);
}
