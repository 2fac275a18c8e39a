import type { Outcome, Outcomes } from './types.ts';

// Outcomes that several tables share.

/** Tokens that are invalid, or no longer valid. An ended session gets the same answer as a bad token. */
export const invalidTokensAtRest = {
  'expired token': 'PGRST303/401',
  'token signed by another key': 'PGRST301/401',
  'unsigned token': 'PGRST301/401',
  'token signed with the public key': 'PGRST301/401',
  'service_role signed by another key': 'PGRST301/401',
  'deleted user': 'PGRST301/401',
  'signed-out session': 'PGRST301/401',
} satisfies Outcomes;

export const invalidTokensAtStorage = {
  'expired token': 'storage:403',
  'token signed by another key': 'storage:403',
  'unsigned token': 'storage:403',
  'token signed with the public key': 'storage:403',
  'service_role signed by another key': 'storage:403',
  'deleted user': 'storage:403',
  'signed-out session': 'storage:403',
} satisfies Outcomes;

/** Clients who claim to be staff, or no longer are. `outcome` is what a client without rights to the row gets. */
export function escalations(outcome: Outcome): Outcomes {
  return {
    'super claimed at sign-up': outcome,
    'super claimed by updateUser': outcome,
    'demoted admin': outcome,
  };
}

/** A row of client A's. */
export const readByOwnerAndStaff = {
  visitor: '42501/401',
  'client A': 'rows:1',
  'client B': 'rows:0',
  admin: 'rows:1',
  super: 'rows:1',
  service: 'rows:1',
  ...invalidTokensAtRest,
  ...escalations('rows:0'),
} satisfies Outcomes;

/** A row about client A that A can't see either. */
export const readByStaff = { ...readByOwnerAndStaff, 'client A': 'rows:0' } satisfies Outcomes;

/** For rows that only triggers and functions write. */
export const forbidden = {
  visitor: '42501/401',
  'client A': '42501/403',
  'client B': '42501/403',
  admin: '42501/403',
  super: '42501/403',
  service: '42501/403',
  ...invalidTokensAtRest,
  ...escalations('42501/403'),
} satisfies Outcomes;

/** An action that needs a person on the staff: the server's own key is refused. */
export function byStaff(outcome: Outcome): Outcomes {
  return { ...forbidden, admin: outcome, super: outcome };
}

/** A function of the server for staff, which answers with its own codes. */
export function calledByStaff(outcome: Outcome): Outcomes {
  return {
    visitor: '401/401',
    'client A': 'staff_only/403',
    'client B': 'staff_only/403',
    admin: outcome,
    super: outcome,
    service: '401/401',
    'expired token': '401/401',
    'token signed by another key': '401/401',
    'unsigned token': '401/401',
    'token signed with the public key': '401/401',
    'service_role signed by another key': '401/401',
    'deleted user': '401/401',
    'signed-out session': '401/401',
    ...escalations('staff_only/403'),
  };
}
