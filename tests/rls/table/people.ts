import { forbidden } from '../outcomes.ts';
import { type Operation, type Row, rowsFor } from '../rows.ts';
import type { Outcome } from '../types.ts';

/** An action of super users: admins, clients, and the service key are refused. */
const bySuper = (resource: string, operation: Operation, outcome: Outcome): Row[] =>
  rowsFor(resource, operation, { ...forbidden, super: outcome });

/** Accounts, sessions and the log, at /manage/office. */
export const people: Row[] = [
  ...bySuper('set_account_active', 'deactivate someone', 'ok'),
  ...bySuper('set_account_active', 'reactivate someone', 'ok'),
  ...bySuper('set_account_active', 'deactivate oneself', '23514/400'),
  ...bySuper('set_account_active', 'deactivate an unknown person', 'P0002/400'),
  ...bySuper('end_sessions_of', "end someone's sessions", 'ok'),
  ...bySuper('signed_in_people', "list someone's sessions", 'rows:1'),
  ...bySuper('find_people', 'find A by email', 'rows:1'),
  ...bySuper('find_legacy_emails', 'find a legacy address', 'rows:1'),
  ...bySuper('find_legacy_emails_count', 'count the legacy addresses', 'ok'),
  ...bySuper('staff_invitations', 'list the invitations', 'rows:1'),
  ...bySuper('withdraw_invitation', 'withdraw an invitation', 'ok'),
  ...bySuper('withdraw_email_correction', 'withdraw an email correction', 'ok'),
  ...bySuper('office_log', 'read the office log', 'rows:1'),
  ...bySuper('note_log_export', 'record an export of the log', 'ok'),
];
