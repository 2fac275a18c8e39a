import { byStaff, forbidden } from '../../outcomes.ts';
import { type Row, rowsFor } from '../../rows.ts';
import type { Outcome, Outcomes } from '../../types.ts';

const bySuper = (outcome: Outcome): Outcomes => ({ ...forbidden, super: outcome });

/** Deleting a client for good is for super users. */
export const deletions: Row[] = [
  ...rowsFor('preview_client_deletion', 'preview the deletion of a client', bySuper('ok')),
  ...rowsFor('request_client_deletion', 'ask to delete a client', bySuper('ok')),
  ...rowsFor('confirm_client_deletion', 'agree to a deletion that no one asked for', bySuper('23514/400')),
  ...rowsFor('withdraw_client_deletion', 'withdraw a deletion', bySuper('ok')),
  ...rowsFor('deletion_of_client', 'read whether a client is to be deleted', byStaff('ok')),
  ...rowsFor('waiting_client_deletions', 'list the clients that are to be deleted', bySuper('ok')),
];
