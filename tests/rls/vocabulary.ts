import type { DocumentOperation } from './document-operations.ts';
import type { RestOperation } from './rest-operations.ts';

/** Who tries. `actors.ts` says how each of them comes about. */
export type Actor =
  | 'visitor'
  | 'client A'
  | 'client B'
  | 'admin'
  | 'super'
  /** The server's own key, for programs of the office. */
  | 'service'
  // From here on nobody has a right to anything but what a plain client has, or to nothing at all.
  | 'expired token'
  | 'token of another key'
  | 'unsigned token'
  | 'token signed with the public key'
  | 'service_role by another key'
  | 'deleted user'
  | 'signed-out session'
  | 'super by sign-up data'
  | 'super by updateUser'
  | 'demoted admin'
  | StaffWithFactor;

/** On a server that demands a second factor of its staff (STAFF_MFA=required), where `admin` and `super` have none. */
export type StaffWithFactor =
  | 'admin with second factor'
  | 'super with second factor'
  /** A token that says aal2, of a session that has lost its factor since. */
  | 'admin whose factor is gone'
  | 'admin with second factor, demoted';

/**
 * What comes of it.
 * - `rows:N`: answered, and N rows were read, written or removed. `rows:0` on a row that exists means: hidden.
 * - `ok`, `true`, `false`: answered so.
 * - `entries:N`, `removed:N`: the same for folders and files.
 * - `42501/403`: refused by the database (42501: no right), with the HTTP status; 401 where nobody is signed in.
 * - `PGRST301/401`: the token is not believed; `PGRST303/401`: it has expired.
 * - `PGRST202/404`, `PGRST205/404`, `PGRST106/406`: there is no such function, table or schema on the wire.
 * - `23514/400`: against a rule of the data.
 * - `storage:403`: refused; `storage:404`: not there, or hidden.
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

export type Operation = RestOperation | DocumentOperation;

/** One line of the table: in this place, this operation, tried by this actor, has this outcome. */
export interface Row {
  where: string;
  operation: Operation;
  as: Actor;
  expect: Outcome;
}

export type Outcomes = Partial<Record<Actor, Outcome>>;

/** All lines of one operation. */
export function tried(where: string, operation: Operation, outcomes: Outcomes): Row[] {
  return Object.entries(outcomes).map(([as, expect]) => ({ where, operation, as: as as Actor, expect }));
}

/** The same for several operations with the same outcomes. */
export function allTried(where: string, operations: readonly Operation[], outcomes: Outcomes): Row[] {
  return operations.flatMap((operation) => tried(where, operation, outcomes));
}

/** Whoever brings a token that is not believed, or no longer. The session's end is told like a bad token. */
export const strangersAtRest = {
  'expired token': 'PGRST303/401',
  'token of another key': 'PGRST301/401',
  'unsigned token': 'PGRST301/401',
  'token signed with the public key': 'PGRST301/401',
  'service_role by another key': 'PGRST301/401',
  'deleted user': 'PGRST301/401',
  'signed-out session': 'PGRST301/401',
} satisfies Outcomes;

export const strangersAtStorage = {
  'expired token': 'storage:403',
  'token of another key': 'storage:403',
  'unsigned token': 'storage:403',
  'token signed with the public key': 'storage:403',
  'service_role by another key': 'storage:403',
  'deleted user': 'storage:403',
  'signed-out session': 'storage:403',
} satisfies Outcomes;

/** Those who claim more than they are. They are clients, and stay it: here, what a client gets. */
export function pretenders(outcome: Outcome): Outcomes {
  return { 'super by sign-up data': outcome, 'super by updateUser': outcome, 'demoted admin': outcome };
}
