import { byStaff } from '../../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../../rows.ts';
import type { Member, Outcome } from '../../types.ts';

const asMember = (outcome: Outcome): Record<Member, Outcome> => ({
  'spouse of A': outcome,
  'helper of A who uploads': outcome,
  'helper of A who answers': outcome,
  'helper of A who signs': outcome,
  'helper of A who sees': outcome,
  'former spouse of A': outcome,
  'former helper of A': outcome,
});

const refusedToOthers = { ...byStaff('42501/403'), ...asMember('42501/403') };

/**
 * What a person may do as staff never grows by what staff write: every relation between who grants, who is granted, and
 * the client. `true`: the person has the rights afterwards.
 */
export const grants: Row[] = [
  ...rowsForEach('save_client_member', ['give a stranger access to A', 'give a helper of A more rights'], {
    ...refusedToOthers,
    // Waits for the client or a super.
    admin: 'false',
    super: 'true',
  }),
  ...rowsFor('save_client_member', 'give a helper of A fewer rights', {
    ...refusedToOthers,
    admin: 'true',
    super: 'true',
  }),
  ...rowsFor('save_client_member', "end a helper's access to A by saving it", {
    ...refusedToOthers,
    admin: 'false',
    super: 'false',
  }),
  ...rowsForEach(
    'save_client_member',
    [
      'give oneself access to A',
      'give the admin access to A',
      'give the super access to A',
      "be A's own person",
      'give 9,000 rights',
      'give access that never began',
      'give access without sight',
    ],
    { ...refusedToOthers, admin: '23514/400', super: '23514/400' },
  ),
  ...rowsFor('close_client_invitation', 'confirm access to A that an admin asked for', {
    ...refusedToOthers,
    'client A': 'ok',
    super: 'ok',
    'spouse of A': 'ok',
  }),
  ...rowsFor('close_client_invitation', 'refuse access to A that an admin asked for', {
    ...refusedToOthers,
    'client A': 'ok',
    admin: 'ok',
    super: 'ok',
    'spouse of A': 'ok',
  }),
  ...rowsFor('close_client_invitation', "confirm one's own access to A", refusedToOthers),
  ...rowsForEach('end_client_member', ['end the last person who acts for a company'], {
    ...refusedToOthers,
    super: 'ok',
  }),
  ...rowsFor('save_client_member', 'limit the last person who acts for a company', {
    ...refusedToOthers,
    super: 'ok',
  }),
  ...rowsFor('my_clients', 'switch to a client as its helper', {
    admin: 'false',
    super: 'false',
    'client B': 'true',
    // Rights that were there before count again.
    'demoted admin': 'true',
  }),
  ...rowsFor('approve_return', 'approve a return as a helper', {
    admin: '42501/403',
    super: '42501/403',
    // They may, but this return has no file yet.
    'client B': '23514/400',
    'demoted admin': '23514/400',
  }),
  ...rowsFor('granted_access', 'list what the admin granted', { ...refusedToOthers, super: 'rows:1' }),
  ...rowsFor('end_granted_access', 'end what the admin granted', { ...refusedToOthers, super: 'false' }),
];
