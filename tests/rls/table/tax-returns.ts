import { byStaff, forbidden, readByOwnerAndStaff, readByStaff } from '../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../rows.ts';

/** The rules of the data apply to staff too. */
const illegal = byStaff('23514/400');

/** Only the client may do it. */
const byOwnerOnly = {
  ...forbidden,
  'client A': 'ok',
} as const;

/** The client and staff read it; staff advance it, and the client approves it, only with functions. */
export const taxReturns: Row[] = [
  ...rowsFor('tax_returns', "read A's return", readByOwnerAndStaff),
  ...rowsForEach(
    'tax_returns',
    ["set the status of A's return", "add a return of A's", "delete A's return"],
    forbidden,
  ),
  ...rowsFor('tax_return_events', "read the steps of A's return", readByOwnerAndStaff),
  ...rowsFor('tax_return_events', "add a step to A's return", forbidden),

  ...rowsFor('start_return', 'open a return for A', byStaff('ok')),
  ...rowsFor('start_return', 'open a return for an unknown client', {
    'client A': '42501/403',
    admin: 'P0002/400',
    super: 'P0002/400',
  }),
  ...rowsForEach(
    'step_return',
    ["start preparing A's return", "put A's return up for review", "file A's return"],
    byStaff('ok'),
  ),
  ...rowsForEach(
    'step_return',
    [
      "put A's return up for review without a file",
      "file A's return before approval",
      "file A's return before the payment step",
      "file A's return before payment",
      "approve A's return with step_return",
      "reopen A's accepted return",
    ],
    illegal,
  ),
  ...rowsFor('undo_return_step', "undo a step of A's return", byStaff('ok')),
  ...rowsFor('undo_return_step', "undo a step of A's return that was not taken", illegal),
  ...rowsFor('assign_return', "assign A's return", byStaff('ok')),
  ...rowsFor('return_assignments', "read who has A's return", readByStaff),
  ...rowsFor('return_assignments', "assign A's return directly", forbidden),
  ...rowsFor('letter_readers', 'read who gets the letters of A', byStaff('ok')),
  ...rowsFor('record_return_payment', "record A's payment", byStaff('ok')),
  ...rowsFor('record_return_payment', "record A's payment too early", illegal),
  ...rowsFor('approve_return', "approve A's return", byOwnerOnly),
  ...rowsForEach(
    'approve_return',
    [
      "approve A's return with the hash of another file",
      "approve A's return after its file changed",
      "approve A's return without a name",
      "approve A's return before review",
    ],
    { ...byOwnerOnly, 'client A': '23514/400' },
  ),
];
