import { isRole } from '#domain/account/roles.ts';
import type { ImportDeps } from './deps.ts';
import type { ImportKind } from './import-items.ts';
import { type RowItem, tableKind } from './table-kind.ts';
import { moment, text, uuid } from './values.ts';

/** Imports names and phone numbers. The e-mail address comes from the account. */
export function profiles(deps: ImportDeps, people: ReadonlySet<string>): ImportKind<RowItem> {
  return tableKind(deps, {
    name: 'profiles',
    table: 'public.user_profiles',
    read(row) {
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
       from jsonb_to_recordset($1) as r (user_id uuid, first_name text, last_name text, phone text,
         created_at timestamptz) join auth.users u on u.id = r.user_id
       on conflict (user_id) do update set first_name = excluded.first_name, last_name = excluded.last_name,
         phone = excluded.phone, created_at = excluded.created_at`,
  });
}

/** Imports roles with `change_role`, which records it. A role given here stays until it changes in the source. */
export function roles(deps: ImportDeps, people: ReadonlySet<string>): ImportKind<RowItem> {
  return tableKind(deps, {
    name: 'roles',
    table: 'public.user_profiles',
    read(row) {
      const id = uuid(row, 'user_id');
      const role = text(row, 'role') || 'client';
      if (id === undefined || !people.has(id)) return undefined;
      if (isRole(role)) return { id, lasting: role, row: { id, role } };
      return void deps.report.skip('roles', id, 'There is no such role here. The person is a client.');
    },
    write: `select public.change_role(p.user_id, r.role, null)
       from jsonb_to_recordset($1) as r (id uuid, role text)
       join public.user_profiles p on p.user_id = r.id and p.role <> r.role`,
  });
}
