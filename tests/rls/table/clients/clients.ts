import { byStaff, escalations, forbidden, readByOwnerAndStaff } from '../../outcomes.ts';
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

/** Members read their client and end the access of its helpers; staff say who belongs to it. */
export const clients: Row[] = [
  ...rowsFor('clients', "read A's client", {
    ...readByOwnerAndStaff,
    ...asMember('rows:1'),
    'former helper of A': 'rows:0',
  }),
  ...rowsForEach('clients', ["rename A's client directly", "delete A's client directly"], forbidden),
  ...rowsFor('client_members', 'read the members of A', {
    ...readByOwnerAndStaff,
    'client A': 'rows:9',
    admin: 'rows:9',
    super: 'rows:9',
    service: 'rows:9',
    // Helpers see that they are one, and since ended, that they were.
    ...asMember('rows:1'),
    'spouse of A': 'rows:9',
  }),
  ...rowsForEach(
    'client_members',
    ['add a member to A directly', 'extend a membership of A directly'],
    forbidden,
  ),
  ...rowsFor('members_of_client', 'list the people with access to A', {
    ...byStaff('rows:8'),
    'client A': 'rows:8',
    'client B': 'rows:0',
    ...escalations('rows:0'),
    // A helper sees themselves.
    ...asMember('rows:1'),
    'spouse of A': 'rows:8',
    'former helper of A': 'rows:0',
  }),
  ...rowsFor('my_clients', "list one's own clients", {
    ...byStaff('rows:1'),
    'client A': 'rows:1',
    'client B': 'rows:1',
    ...escalations('rows:1'),
    ...asMember('rows:2'),
    'former helper of A': 'rows:1',
  }),
  ...rowsFor('fills_form_at_desk', 'ask whether one fills in the form of a client without a login', {
    ...byStaff('true'),
    'client A': 'false',
    'client B': 'false',
    ...escalations('false'),
    ...asMember('false'),
  }),
  ...rowsFor('save_client_member', 'let a helper of A manage', byStaff('23514/400')),
  ...rowsFor('save_client_member', "take A's own client from A", byStaff('23514/400')),
  ...rowsFor('save_client_member', 'add a member to an unknown client', byStaff('P0002/400')),
  ...rowsFor('shared_with_member', "ask what A's helper sees", {
    ...byStaff('rows:1'),
    'client A': 'rows:1',
    'client B': 'rows:0',
    ...escalations('rows:0'),
  }),
  ...rowsFor('shared_with_member', "ask what A's spouse sees", {
    ...byStaff('rows:1'),
    'client A': 'rows:0',
    'client B': 'rows:0',
    ...escalations('rows:0'),
  }),
  ...rowsFor('take_over_of', 'read the take-over of A', byStaff('rows:0')),
  ...rowsFor('undo_take_over', 'undo a take-over of A, who was not taken over', byStaff('23514/400')),
  ...rowsFor('end_client_member', "end the access of A's helper", {
    ...byStaff('ok'),
    'client A': 'ok',
  }),
  ...rowsFor('end_client_member', "end a membership of A's spouse", byStaff('ok')),
  ...rowsFor('end_client_member', "end A's own membership", {
    ...byStaff('23514/400'),
    'client A': '23514/400',
  }),
];
