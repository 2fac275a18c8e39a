import { refusedToAll } from '../outcomes.ts';
import type { Operation, Outcome, Row } from '../vocabulary.ts';
import { tried } from '../vocabulary.ts';

/** An act of super users: admins, clients, and the server's own key are refused. */
const bySuper = (where: string, operation: Operation, outcome: Outcome): Row[] =>
  tried(where, operation, { ...refusedToAll, super: outcome });

/** Accounts, sessions and the log, at /manage/office. */
export const people: Row[] = [
  ...bySuper('set_account_active', 'deactivate somebody', 'ok'),
  ...bySuper('set_account_active', 'reactivate somebody', 'ok'),
  ...bySuper('set_account_active', 'deactivate oneself', '23514/400'),
  ...bySuper('set_account_active', 'deactivate nobody', 'P0002/400'),
  ...bySuper('end_sessions_of', "end somebody's sessions", 'ok'),
  ...bySuper('signed_in_people', "see somebody's sessions", 'rows:1'),
  ...bySuper('find_people', 'find A among all people', 'rows:1'),
  ...bySuper('staff_invitations', 'list the invitations', 'rows:1'),
  ...bySuper('withdraw_invitation', 'withdraw an invitation', 'ok'),
  ...bySuper('withdraw_email_correction', 'withdraw an email correction', 'ok'),
  ...bySuper('office_log', 'read the log', 'rows:1'),
  ...bySuper('note_log_export', 'note an export of the log', 'ok'),
];
