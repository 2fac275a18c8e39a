import type { SupabaseClient } from '@supabase/supabase-js';
import type { TestPortal } from '#tests/support/server/portal.ts';

/** Who makes a request. `callers.ts` creates one of each. */
export type Caller =
  | 'visitor'
  | 'client A'
  | 'client B'
  | 'admin'
  | 'super'
  /** Works here, and opens no papers of clients. */
  | 'reception'
  /** The server's own key, for programs of the office. */
  | 'service'
  // The rest have the rights of a plain client, or none.
  | 'expired token'
  | 'token signed by another key'
  | 'unsigned token'
  | 'token signed with the public key'
  | 'service_role signed by another key'
  | 'deleted user'
  | 'signed-out session'
  | 'super claimed at sign-up'
  | 'super claimed by updateUser'
  /** Claimed super by updateUser too. */
  | 'demoted admin'
  | Member
  | StaffWithoutFactor;

/** Other logins that belong, or belonged, to client A. */
export type Member =
  | 'spouse of A'
  | 'helper of A who uploads'
  | 'helper of A who answers'
  | 'helper of A who signs'
  | 'helper of A who sees'
  /** Sees what is of 2020 and earlier. */
  | 'former spouse of A'
  | 'former helper of A';

/** The server has STAFF_MFA=required; `admin` and `super` have a second factor. */
export type StaffWithoutFactor =
  | 'admin without second factor'
  | 'super without second factor'
  /** The token claims aal2, but the session has lost its factor since. */
  | 'admin with removed factor';

/**
 * The result of an operation.
 * - `rows:N`: success, and N rows were read, written, or removed. `rows:0` on a row that exists means: hidden.
 * - `ok`, `true`, `false`: success with this answer.
 * - `entries:N`, `removed:N`: the same for folders and files.
 * - `42501/403`: refused by the database (42501: insufficient privilege), with the HTTP status; 401 without a session.
 * - `PGRST301/401`: the token is invalid; `PGRST303/401`: it has expired.
 * - `PGRST202/404`, `PGRST205/404`, `PGRST106/406`: the API has no such function, table, or schema.
 * - `23514/400`: against a rule of the data.
 * - `storage:403`: refused; `storage:404`: missing or hidden.
 */
export type Outcome =
  | `rows:${number}`
  | `entries:${number}`
  | `removed:${number}`
  | 'ok'
  | 'true'
  | 'false'
  | `${string}/${number}`
  | `storage:${number}`;

export type Outcomes = Partial<Record<Caller, Outcome>>;

export interface Fixtures {
  portal: TestPortal;
  clients: Record<Caller, SupabaseClient>;
  /** User ids of the callers that are a person. */
  idOf: Partial<Record<Caller, string>>;
  a: string;
  emailOfA: string;
  b: string;
  /** Signed up, not confirmed: a user without a profile. */
  unconfirmed: string;
  /** Since the first row: there is a copy of the profiles, and a function that restores them. */
  profilesAreKept?: Promise<unknown>;
}

/** One call of an operation by one caller. */
export interface Attempt {
  client: SupabaseClient;
  fixtures: Fixtures;
  /** The caller's user id; A's for callers that are no person. */
  ownId: string;
}

export type Run = (attempt: Attempt) => Promise<Outcome>;
