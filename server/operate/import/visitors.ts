import { tableKind } from './import-items.ts';
import { flag, moment, text, uuid } from './values.ts';

const orNull = (value: string) => (value === '' ? null : value);

/** Imports appointments as requested; their times were kept in the external calendar. */
export const appointments = tableKind({
  name: 'appointments',
  table: 'public.appointments',
  read(row, { skip }) {
    const id = uuid(row, 'id');
    if (id === undefined) return skip(text(row, 'id'), 'Its id is no UUID.');
    const appointment = {
      id,
      name: text(row, 'name'),
      email: orNull(text(row, 'email')),
      phone: text(row, 'phone'),
      service: orNull(text(row, 'service')),
      preferred_date: orNull(text(row, 'preferred_date')),
      preferred_time: orNull(text(row, 'preferred_time')),
      message: orNull(text(row, 'message')),
      status: text(row, 'status') || 'pending',
      calendly_completed: flag(row, 'calendly_completed'),
      created_at: moment(row, 'created_at'),
    };
    return { id, lasting: appointment, row: appointment };
  },
  write: `insert into public.appointments (id, name, email, phone, service, preferred_date, preferred_time, message,
       status, calendly_completed, created_at, updated_at)
     select r.id, r.name, r.email, r.phone, r.service,
       case when r.preferred_date between '2000-01-01' and '2200-12-31' then r.preferred_date end,
       r.preferred_time, r.message, r.status,
       r.calendly_completed, coalesce(r.created_at, now()), coalesce(r.created_at, now())
     from jsonb_populate_recordset(null::public.appointments, $1) as r
     on conflict (id) do update set name = excluded.name, email = excluded.email, phone = excluded.phone,
       service = excluded.service, preferred_date = excluded.preferred_date,
       preferred_time = excluded.preferred_time, message = excluded.message, status = excluded.status,
       calendly_completed = excluded.calendly_completed`,
});

export const messages = tableKind({
  name: 'messages',
  table: 'public.contact_submissions',
  read(row, { skip }) {
    const id = uuid(row, 'id');
    if (id === undefined) return skip(text(row, 'id'), 'Its id is no UUID.');
    const message = {
      id,
      name: text(row, 'name'),
      email: text(row, 'email'),
      phone: orNull(text(row, 'phone')),
      subject: text(row, 'subject'),
      message: text(row, 'message'),
      status: text(row, 'status') || 'new',
      created_at: moment(row, 'created_at'),
    };
    return { id, lasting: message, row: message };
  },
  write: `insert into public.contact_submissions (id, name, email, phone, subject, message, status, created_at, updated_at)
     select r.id, r.name, r.email, r.phone, r.subject, r.message, r.status, coalesce(r.created_at, now()),
       coalesce(r.created_at, now())
     from jsonb_populate_recordset(null::public.contact_submissions, $1) as r
     on conflict (id) do update set name = excluded.name, email = excluded.email, phone = excluded.phone,
       subject = excluded.subject, message = excluded.message, status = excluded.status`,
});

/** Imports the addresses of earlier clients. */
export const legacyAddresses = tableKind({
  name: 'legacy addresses',
  table: 'public.legacy_emails',
  read(row) {
    const email = text(row, 'email').trim().toLowerCase();
    return { id: email, lasting: email, row: { email } };
  },
  write: `insert into public.legacy_emails (email) select email from jsonb_to_recordset($1) as r (email text)
    on conflict do nothing`,
});
