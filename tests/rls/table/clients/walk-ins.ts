import { byStaff, escalations, forbidden, readByStaff } from '../../outcomes.ts';
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

/** Granted to signed-in callers, but only staff pass the policy. */
const writtenByStaff = { ...byStaff('rows:1'), ...asMember('42501/403') };
const changedByStaff = {
  ...byStaff('rows:1'),
  'client A': 'rows:0',
  'client B': 'rows:0',
  ...escalations('rows:0'),
  ...asMember('rows:0'),
} as const;

/** Clients without a login, and what the office keeps about a client: for staff only. */
export const walkIns: Row[] = [
  ...rowsFor('client_details', "read A's details", { ...readByStaff, ...asMember('rows:0') }),
  ...rowsFor('client_details', "write A's details", writtenByStaff),
  ...rowsFor('client_details', "change A's details", changedByStaff),
  ...rowsFor('client_details', "assign A to someone who isn't staff", {
    ...changedByStaff,
    admin: '23514/400',
    super: '23514/400',
  }),
  ...rowsForEach('client_details', ["archive A's details directly", "delete A's details"], {
    ...forbidden,
    ...asMember('42501/403'),
  }),
  ...rowsForEach('save_client', ['open a client without a login', 'rename a client without a login'], {
    ...byStaff('ok'),
    ...asMember('42501/403'),
  }),
  ...rowsForEach('save_client', ['open a client without a name', 'rename client A, who has a login'], {
    ...byStaff('23514/400'),
    ...asMember('42501/403'),
  }),
  ...rowsFor('archive_client', 'archive a client', { ...byStaff('ok'), ...asMember('42501/403') }),
  ...rowsFor('tax_forms', 'submit the form of a client without a login', {
    ...byStaff('rows:1'),
    service: 'rows:1',
    ...asMember('42501/403'),
  }),
  ...rowsFor('tax_form_drafts', 'keep a draft for a client without a login', {
    ...byStaff('rows:1'),
    ...asMember('42501/403'),
  }),
  ...rowsFor('invite_to_client', 'invite a person to A', { ...byStaff('ok'), ...asMember('42501/403') }),
  ...rowsFor('case_members', "list A's members with their addresses", {
    ...byStaff('ok'),
    ...asMember('42501/403'),
  }),
  ...rowsFor('clients_of_person', 'list the other clients of A', {
    ...byStaff('ok'),
    ...asMember('42501/403'),
  }),
  ...rowsFor('client_invitations', "list A's invitations", {
    ...byStaff('rows:1'),
    ...asMember('42501/403'),
    'client A': 'rows:1',
    'spouse of A': 'rows:1',
  }),
  ...rowsFor('waiting_invitations', 'list the invitations that wait', {
    ...byStaff('rows:1'),
    ...asMember('42501/403'),
  }),
  ...rowsFor('close_client_invitation', 'confirm an invitation to A', {
    ...byStaff('ok'),
    admin: '42501/403',
    ...asMember('42501/403'),
    'client A': 'ok',
    'spouse of A': 'ok',
  }),
  ...rowsFor('accept_client_invitation', 'try a code that does not exist', {
    ...forbidden,
    'client A': 'ok',
    'client B': 'ok',
    ...escalations('ok'),
    ...asMember('ok'),
  }),
  ...rowsFor('reveal_tax_form', 'reveal a form that does not exist', {
    ...byStaff('P0002/400'),
    ...asMember('42501/403'),
  }),
  ...rowsFor('approve_on_paper', 'approve a return on paper that does not exist', {
    ...byStaff('P0002/400'),
    ...asMember('42501/403'),
  }),
];
