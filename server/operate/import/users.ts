import { isRole } from '#domain/account/roles.ts';
import { isEmail } from '#domain/contact/email.ts';
import type { SourceRow } from '#server/database/copy/copy-rows.ts';
import type { ImportDeps } from './deps.ts';
import { tableKind } from './import-items.ts';
import { flag, json, moment, text, uuid } from './values.ts';

const MAX_EMAIL = 254;

/** Imports accounts with their ids, without passwords and factors. */
export function users(deps: ImportDeps) {
  const addresses = new Set<string>();
  return tableKind({
    name: 'users',
    table: 'auth.users',
    read(row, { skip }) {
      const id = uuid(row, 'id');
      const email = text(row, 'email').trim().toLowerCase();
      if (id === undefined) return skip('?', 'Its id is no UUID.');
      const why = whyNot(row, email, addresses);
      if (why !== undefined) return skip(id, why);
      addresses.add(email);
      const banned = text(row, 'banned_until');
      const lasting = {
        email,
        email_confirmed_at: moment(row, 'email_confirmed_at'),
        banned_until: banned === 'infinity' ? banned : moment(row, 'banned_until'),
        app_meta: json(row, 'raw_app_meta_data') ?? {},
        user_meta: json(row, 'raw_user_meta_data') ?? {},
        created_at: moment(row, 'created_at'),
      };
      // A changed sign-in time alone is not worth an update.
      const more = {
        confirmation_sent_at: moment(row, 'confirmation_sent_at'),
        last_sign_in_at: moment(row, 'last_sign_in_at'),
        updated_at: moment(row, 'updated_at'),
      };
      return { id, lasting, row: { ...lasting, id, ...more } };
    },
    refused: {
      why: 'The e-mail address belongs to another account here.',
      async ids(items, { database }) {
        const { rows } = await database.query<{ id: string }>(
          `select i.id from unnest($1::uuid[], $2::text[]) as i (id, email)
           join auth.users u on u.email = i.email and u.id <> i.id`,
          [items.map(({ id }) => id), items.map(({ row }) => row.email)],
        );
        return rows.map(({ id }) => id);
      },
    },
    write: `insert into auth.users as u (id, email, email_confirmed_at, confirmation_sent_at, last_sign_in_at, banned_until,
           raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
         select r.id, r.email, r.email_confirmed_at, r.confirmation_sent_at, r.last_sign_in_at, r.banned_until,
           r.app_meta, r.user_meta, coalesce(r.created_at, now()), coalesce(r.updated_at, now())
         from jsonb_to_recordset($1) as r (id uuid, email text, email_confirmed_at timestamptz,
           confirmation_sent_at timestamptz, last_sign_in_at timestamptz, banned_until timestamptz, app_meta jsonb,
           user_meta jsonb, created_at timestamptz, updated_at timestamptz)
         on conflict (id) do update set email = excluded.email, email_confirmed_at = excluded.email_confirmed_at,
           banned_until = excluded.banned_until, raw_app_meta_data = excluded.raw_app_meta_data,
           raw_user_meta_data = excluded.raw_user_meta_data, updated_at = excluded.updated_at,
           last_sign_in_at = greatest(u.last_sign_in_at, excluded.last_sign_in_at)`,
  })(deps, new Set());
}

function whyNot(row: SourceRow, email: string, addresses: ReadonlySet<string>): string | undefined {
  if (text(row, 'deleted_at') !== '') return 'It was deleted there.';
  if (flag(row, 'is_anonymous')) return 'It is an anonymous visitor.';
  if (flag(row, 'is_sso_user')) return 'It signs in by a company’s own service (SSO).';
  if (email === '') return 'It has no e-mail address.';
  if (!isEmail(email) || email.length > MAX_EMAIL) return 'Its e-mail address can’t be used.';
  if (addresses.has(email)) return 'Another account there has the same e-mail address.';
  return undefined;
}

/** Imports names and phone numbers. The e-mail address comes from the account. */
export const profiles = tableKind({
  name: 'profiles',
  table: 'public.user_profiles',
  read(row, { people }) {
    const id = uuid(row, 'user_id');
    if (id === undefined || !people.has(id)) return undefined;
    const profile = {
      first_name: text(row, 'first_name'),
      last_name: text(row, 'last_name'),
      phone: text(row, 'phone'),
      created_at: moment(row, 'created_at'),
    };
    return { id, lasting: profile, row: { user_id: id, ...profile } };
  },
  write: `insert into public.user_profiles (user_id, email, first_name, last_name, phone, confirmed, created_at)
     select r.user_id, u.email, r.first_name, r.last_name, r.phone, u.email_confirmed_at is not null,
       coalesce(r.created_at, u.created_at)
     from jsonb_populate_recordset(null::public.user_profiles, $1) as r join auth.users u on u.id = r.user_id
     on conflict (user_id) do update set first_name = excluded.first_name, last_name = excluded.last_name,
       phone = excluded.phone, created_at = excluded.created_at`,
});

/** Imports roles with `change_role`, which records it. A role given here stays until it changes in the source. */
export const roles = tableKind({
  name: 'roles',
  table: 'public.user_profiles',
  read(row, { skip, people }) {
    const id = uuid(row, 'user_id');
    const role = text(row, 'role') || 'client';
    if (id === undefined || !people.has(id)) return undefined;
    if (isRole(role)) return { id, lasting: role, row: { id, role } };
    return skip(id, 'There is no such role here. The person is a client.');
  },
  write: `select public.change_role(p.user_id, r.role, null)
     from jsonb_to_recordset($1) as r (id uuid, role text)
     join public.user_profiles p on p.user_id = r.id and p.role <> r.role`,
});
