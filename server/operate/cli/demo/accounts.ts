import type { Transaction } from '#server/database/database.ts';
import type { Person } from './people.ts';
import type { Act } from './stage.ts';

/** Marks the rows that the demo created. */
const MARK = { provider: 'email', providers: ['email'], demo: true };

interface Account {
  id: string;
  person: Person & { role?: string };
  passwordHash: string;
  joined: Date;
  seen: Date;
}

/** Creates an account that is signed up and confirmed. */
export function joining({ id, person, passwordHash, joined, seen }: Account): Act {
  const { email, firstName, lastName, phone, role } = person;
  return {
    at: joined,
    by: null,
    async run(tx) {
      const data = { first_name: firstName, last_name: lastName, phone };
      await tx.query(
        `insert into auth.users
           (id, email, encrypted_password, email_confirmed_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data)
         values ($1, $2, $3, now(), $4, $5, $6)`,
        [id, email, passwordHash, seen, MARK, data],
      );
      await tx.query(
        `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
         values ($1::uuid, 'email', $1::text, jsonb_build_object(
           'sub', $1::text, 'email', $2::text, 'email_verified', true, 'phone_verified', false
         ), $3)`,
        [id, email, seen],
      );
      if (role !== undefined) await tx.query('select public.change_role($1, $2, null)', [id, role]);
    },
  };
}

/** Returns why this portal can't be filled, or undefined. Blocks sign-ups until the transaction ends. */
export async function notEmptyReason(tx: Transaction): Promise<string | undefined> {
  await tx.query('lock table auth.users in share row exclusive mode');
  const { rows } = await tx.query<{ real: boolean; filled: boolean; used: boolean }>(
    `select
       exists (select from auth.users u where not u.raw_app_meta_data ? 'demo') as real,
       exists (select from auth.users u where u.raw_app_meta_data ? 'demo') as filled,
       exists (select from public.appointments) or exists (select from public.contact_submissions)
         or exists (select from storage.objects) as used`,
  );
  const [found] = rows;
  if (found?.real) {
    return 'Real people are registered here. The demo fills only an empty portal. Give it a DATA_DIR, or a DATABASE_URL, of its own.';
  }
  if (found?.filled) {
    return 'The demo is here already. To have a fresh one, stop the portal, remove its data and run this again.';
  }
  if (found?.used) {
    return 'Someone has already used this portal. The demo fills only an empty portal. Give it a DATA_DIR, or a DATABASE_URL, of its own.';
  }
  return undefined;
}
