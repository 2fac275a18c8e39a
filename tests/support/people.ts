import { randomBytes } from 'node:crypto';
import { createClient, type Session } from '@supabase/supabase-js';
import type { Role } from '#domain/account/roles.ts';
import { signedPass } from './captcha.ts';
import { PUBLISHABLE_KEY } from './server/keys.ts';
import type { SharedPortal } from './server/portal.ts';

export const PASSWORD = 'maple-street-1954';
/** The hash of PASSWORD, with the lowest cost of Argon2id, since tests create many people. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$mV0LKxiCkeumheIyx7EVHg$iJVNiB34h4t11qGLNkBarchGFc3KHnm0/oJOtJujF2w';

export type Client = ReturnType<typeof visitor>;

export interface Person {
  id: string;
  email: string;
  password: string;
  /** supabase-js, signed in. */
  client: Client;
}

interface WithDatabase {
  database: Pick<SharedPortal['database'], 'query'>;
}

interface Wanted {
  role?: Role;
  email?: string;
  /** The metadata of the sign-up. */
  data?: Record<string, unknown>;
}

/** supabase-js without a session. */
export function visitor(
  portal: Pick<SharedPortal, 'url'>,
  auth: { flowType?: 'pkce' | 'implicit'; storage?: MemoryStorage } = {},
) {
  return createClient(portal.url, PUBLISHABLE_KEY, {
    auth: { persistSession: auth.storage !== undefined, autoRefreshToken: false, ...auth },
  });
}

/** Replaces the browser's storage, for the PKCE verifier. */
export interface MemoryStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export function memoryStorage(): MemoryStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

export function freshEmail(name = 'person'): string {
  return `${name}-${randomBytes(6).toString('hex')}@example.com`;
}

/** Inserts a confirmed user with a role and signs in. */
export async function createPerson(
  portal: Pick<SharedPortal, 'url'> & WithDatabase,
  wanted: Wanted = {},
): Promise<Person> {
  const email = wanted.email ?? freshEmail(wanted.role);
  const id = await insertPerson(portal, { ...wanted, email });
  const client = visitor(portal);
  const options = { captchaToken: await signedPass('login') };
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD, options });
  if (error) throw error;
  return { id, email, password: PASSWORD, client };
}

/** supabase-js with a session, as a browser has it after a reload: `setSession` would ask the server whose it is. */
export async function withSession({ url }: Pick<SharedPortal, 'url'>, session: Session): Promise<Client> {
  const storage = memoryStorage();
  storage.setItem(STORAGE_KEY, JSON.stringify(session));
  const client = createClient(url, PUBLISHABLE_KEY, {
    auth: { storage, storageKey: STORAGE_KEY, autoRefreshToken: false },
  });
  // A login would tell it.
  await client.realtime.setAuth(session.access_token);
  return client;
}

const STORAGE_KEY = 'session';

/** Inserts a confirmed user. Returns the id. */
export async function insertPerson(
  { database }: WithDatabase,
  { email, role = 'client', data = { first_name: 'Maria', last_name: 'Lopez' } }: Wanted & { email: string },
): Promise<string> {
  const [person] = await database.query<{ id: string }>(
    `insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
     values ($1, $2, now(), $3) returning id`,
    [email, PASSWORD_HASH, data],
  );
  if (!person) throw new Error('no user was inserted');
  await database.query(
    `insert into auth.identities (user_id, provider, provider_id, identity_data)
     values ($1::uuid, 'email', $1, jsonb_build_object('sub', $1::text, 'email', $2::text, 'email_verified', true))`,
    [person.id, email],
  );
  if (role !== 'client') await database.query('select public.change_role($1, $2, null)', [person.id, role]);
  return person.id;
}
