import { byStaff, calledByStaff, forbidden, readByStaff } from '../../outcomes.ts';
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

/** Merging clients is for staff; the rows are written by the server only. */
export const merges: Row[] = [
  ...rowsFor('client_merges', 'read the merges of a client', {
    ...readByStaff,
    'client A': 'rows:0',
    ...asMember('rows:0'),
  }),
  ...rowsForEach(
    'client_merges',
    ['add a merge directly', 'undo a merge directly', 'delete a merge directly'],
    { ...forbidden, ...asMember('42501/403') },
  ),
  ...rowsFor('preview_client_merge', 'preview a merge of A into B', {
    ...byStaff('ok'),
    ...asMember('42501/403'),
  }),
  ...rowsFor('waiting_returns', 'read the returns in a step', {
    ...readByStaff,
    ...asMember('rows:0'),
  }),
  ...rowsForEach('client-merge', ['merge two clients', 'undo a merge'], {
    ...calledByStaff('ok'),
    ...asMember('staff_only/403'),
  }),
];
