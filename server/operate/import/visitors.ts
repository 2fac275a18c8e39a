import type { ImportDeps } from './deps.ts';
import type { ImportKind, Item } from './import-items.ts';
import { flag, moment, text, uuid } from './values.ts';

const BATCH = 500;

interface RowItem extends Item {
  row: Record<string, unknown>;
}

const orNull = (value: string) => (value === '' ? null : value);

/** Imports appointments as requested; their times were kept in the external calendar. */
export function appointments({ source, report, fingerprint }: ImportDeps): ImportKind<RowItem> {
  async function* read(): AsyncGenerator<RowItem> {
    for await (const row of source.rows('public.appointments')) {
      const id = uuid(row, 'id');
      if (id === undefined) {
        report.skip('appointments', text(row, 'id'), 'Its id is no UUID.');
        continue;
      }
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
      yield { id, fingerprint: fingerprint('appointments', appointment), row: appointment };
    }
  }
  return {
    name: 'appointments',
    batch: BATCH,
    items: read(),
    async write(tx, items) {
      await tx.query(
        `insert into public.appointments (id, name, email, phone, service, preferred_date, preferred_time, message,
           status, calendly_completed, created_at, updated_at)
         select r.id, r.name, r.email, r.phone, r.service,
           case when r.preferred_date between '2000-01-01' and '2200-12-31' then r.preferred_date end,
           r.preferred_time, r.message, r.status,
           r.calendly_completed, coalesce(r.created_at, now()), coalesce(r.created_at, now())
         from jsonb_to_recordset($1) as r (id uuid, name text, email text, phone text, service text,
           preferred_date date, preferred_time text, message text, status text, calendly_completed boolean,
           created_at timestamptz)
         on conflict (id) do update set name = excluded.name, email = excluded.email, phone = excluded.phone,
           service = excluded.service, preferred_date = excluded.preferred_date,
           preferred_time = excluded.preferred_time, message = excluded.message, status = excluded.status,
           calendly_completed = excluded.calendly_completed`,
        [JSON.stringify(items.map(({ row }) => row))],
      );
    },
  };
}

export function messages({ source, report, fingerprint }: ImportDeps): ImportKind<RowItem> {
  async function* read(): AsyncGenerator<RowItem> {
    for await (const row of source.rows('public.contact_submissions')) {
      const id = uuid(row, 'id');
      if (id === undefined) {
        report.skip('messages', text(row, 'id'), 'Its id is no UUID.');
        continue;
      }
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
      yield { id, fingerprint: fingerprint('messages', message), row: message };
    }
  }
  return {
    name: 'messages',
    batch: BATCH,
    items: read(),
    async write(tx, items) {
      await tx.query(
        `insert into public.contact_submissions (id, name, email, phone, subject, message, status, created_at, updated_at)
         select r.id, r.name, r.email, r.phone, r.subject, r.message, r.status, coalesce(r.created_at, now()),
           coalesce(r.created_at, now())
         from jsonb_to_recordset($1) as r (id uuid, name text, email text, phone text, subject text, message text,
           status text, created_at timestamptz)
         on conflict (id) do update set name = excluded.name, email = excluded.email, phone = excluded.phone,
           subject = excluded.subject, message = excluded.message, status = excluded.status`,
        [JSON.stringify(items.map(({ row }) => row))],
      );
    },
  };
}

/** Imports the addresses of earlier clients. */
export function legacyAddresses({ source, fingerprint }: ImportDeps): ImportKind<Item> {
  async function* read(): AsyncGenerator<Item> {
    for await (const row of source.rows('public.legacy_emails')) {
      const id = text(row, 'email').trim().toLowerCase();
      yield { id, fingerprint: fingerprint('legacy addresses', id) };
    }
  }
  return {
    name: 'legacy addresses',
    batch: BATCH,
    items: read(),
    async write(tx, items) {
      await tx.query(
        'insert into public.legacy_emails (email) select unnest($1::text[]) on conflict do nothing',
        [items.map(({ id }) => id)],
      );
    },
  };
}
