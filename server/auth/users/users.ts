import { randomUUID } from 'node:crypto';
import { isLanguage } from '#domain/language/language.ts';
import type { Statement, Transaction } from '#server/database/database.ts';
import type { Bearer } from '../context.ts';
import { AuthError } from '../errors.ts';
import type { Metadata } from './metadata.ts';

/** A factor as the API returns it, without its secret: what is read here. */
export interface Factor {
  id: string;
  friendly_name: string;
  factor_type: 'totp' | 'recovery_code';
  status: 'unverified' | 'verified';
}

export interface User {
  id: string;
  aud: string;
  role: string;
  /** Empty for a client without a login. */
  email: string;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  /** Infinity: for good. */
  banned_until: Date | number | null;
  raw_app_meta_data: Metadata;
  raw_user_meta_data: Metadata;
  created_at: Date;
  updated_at: Date;
  /** The role in the portal; null until the address is confirmed. */
  portal_role: string | null;
  /** The language in the portal; null until the address is confirmed. */
  portal_language: string | null;
  /** As the API returns them. */
  identities: object[];
  factors: Factor[];
}

/**
 * SQL that reads users, before its condition; `more` columns begin with a comma. All are named, since PostgreSQL rejects a
 * prepared `*` once a later release has added a column.
 */
export const selectUsers = (more = ''): string => `
  select u.id, u.aud, u.role, coalesce(u.email, '') as email, u.encrypted_password, u.email_confirmed_at,
    u.confirmation_sent_at, u.recovery_sent_at, u.email_change, u.email_change_sent_at, u.reauthentication_sent_at,
    u.last_sign_in_at, u.banned_until, u.raw_app_meta_data, u.raw_user_meta_data, u.created_at, u.updated_at,
    (select p.role from public.user_profiles p where p.user_id = u.id) as portal_role,
    (select p.language from public.user_profiles p where p.user_id = u.id) as portal_language,
    (select coalesce(json_agg(i order by i.created_at), '[]') from (
        select id as identity_id, provider_id as id, user_id, identity_data, provider, last_sign_in_at, created_at,
          updated_at, identity_data -> 'email' as email
        from auth.identities where user_id = u.id
      ) i) as identities,
    (select coalesce(json_strip_nulls(json_agg(f order by f.created_at)), '[]') from (
        select id, friendly_name, factor_type, status, created_at, updated_at, last_challenged_at
        from auth.mfa_factors where user_id = u.id
      ) f) as factors${more}
  from auth.users u`;

type Reader = Pick<Transaction, 'run'>;

async function readOne(db: Reader, condition: string, values: readonly string[]): Promise<User | undefined> {
  const { rows } = await db.run<User>({ prepared: true, text: `${selectUsers()} ${condition}`, values });
  return rows[0];
}

export async function findUserByEmail(db: Reader, email: string): Promise<User | undefined> {
  return readOne(db, 'where u.email = $1', [email]);
}

/** Reads and locks the user until the transaction ends. */
export async function lockUserByEmail(tx: Transaction, email: string): Promise<User | undefined> {
  return readOne(tx, 'where u.email = $1 for update of u', [email]);
}

/** Reads and locks the user until the transaction ends. */
export async function lockUser(tx: Transaction, id: string): Promise<User | undefined> {
  return readOne(tx, 'where u.id = $1 for update of u', [id]);
}

/** Locks the user until the transaction ends, and reads only what a login checks: much less work than `lockUser`. */
export async function lockCredentials(tx: Transaction, id: string) {
  const { rows } = await tx.run<Pick<User, 'encrypted_password' | 'banned_until'>>({
    prepared: true,
    text: 'select encrypted_password, banned_until from auth.users where id = $1 for update',
    values: [id],
  });
  return rows[0];
}

/** The statement that reads a user. */
export const userById = (id: string): Statement => ({
  prepared: true,
  text: `${selectUsers()} where u.id = $1`,
  values: [id],
});

/** Reads a user that must exist. */
export async function readUser(db: Reader, id: string): Promise<User> {
  const { rows } = await db.run<User>(userById(id));
  if (!rows[0]) throw new Error('the user is gone');
  return rows[0];
}

/** The user of an active session. Throws `session_not_found` if it has ended or the user is banned. */
export async function requireUserOfSession(db: Reader, { userId, sessionId }: Bearer): Promise<User> {
  const user = await readOne(
    db,
    `where u.id = $1 and exists (
       select from auth.sessions s where s.id = $2 and s.user_id = u.id and auth.session_lives(s)
     ) and not auth.is_banned(u)`,
    [userId, sessionId],
  );
  if (!user) throw new AuthError('session_not_found');
  return user;
}

export interface SignUp {
  email: string;
  passwordHash: string;
  data: Metadata;
}

/** Inserts an unconfirmed user. Undefined if the address is taken, even by a concurrent request. */
export async function insertUser(
  tx: Transaction,
  { email, passwordHash, data }: SignUp,
): Promise<User | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `with person as (
       insert into auth.users (email, encrypted_password, raw_user_meta_data) values ($1, $2, $3)
       on conflict (email) do nothing returning id, email
     )
     insert into auth.identities (user_id, provider, provider_id, identity_data)
     select id, 'email', id::text,
       jsonb_build_object('sub', id, 'email', email, 'email_verified', false, 'phone_verified', false)
     from person returning user_id as id`,
    [email, passwordHash, data],
  );
  return rows[0] && readUser(tx, rows[0].id);
}

/** Overwrites an unconfirmed sign-up. Without a password, the user has to set one with a recovery mail. */
export async function replaceSignUp(
  tx: Transaction,
  user: User,
  { passwordHash, data }: Pick<SignUp, 'data'> & { passwordHash: string | null },
): Promise<User> {
  await tx.query(
    'update auth.users set encrypted_password = $2, raw_user_meta_data = $3, updated_at = now() where id = $1',
    [user.id, passwordHash, data],
  );
  return readUser(tx, user.id);
}

export function isConfirmed(user: User): boolean {
  return user.email_confirmed_at !== null;
}

export function isBanned(user: Pick<User, 'banned_until'>): boolean {
  return Number(user.banned_until) > Date.now();
}

/** The user as a mail's recipient, addressed by the profile's language or else that of the sign-up. */
export function addresseeOf({ email, portal_language, raw_user_meta_data: data }: User) {
  // Apps send it as `first_name` or `firstName`.
  const name = data.first_name ?? data.firstName;
  return {
    to: email,
    firstName: typeof name === 'string' ? name : undefined,
    language: [portal_language, data.language].find(isLanguage),
  };
}

/** The user object of the API. Timestamps that are null are left out, as in the hosted service. */
export function userResponse(user: User) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    phone: '',
    confirmation_sent_at: user.confirmation_sent_at ?? undefined,
    confirmed_at: user.email_confirmed_at ?? undefined,
    recovery_sent_at: user.recovery_sent_at ?? undefined,
    new_email: user.email_change ?? undefined,
    email_change_sent_at: user.email_change_sent_at ?? undefined,
    reauthentication_sent_at: user.reauthentication_sent_at ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: user.identities,
    ...(user.factors.length > 0 && { factors: user.factors }),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  };
}

/** The response to a sign-up with the address of an existing account: a random user, so it reveals nothing. */
export function obfuscatedUserResponse(email: string, data: Metadata, now: Date) {
  const at = now.toISOString();
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: at,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  };
}
