import { doneByOffice, readByOwnerAndOffice, refusedToAll } from '../outcomes.ts';
import { allTried, type Row, tried } from '../vocabulary.ts';

/** Against the rules for the office too. */
const illegal = doneByOffice('23514/400');

/** What nobody but the client may say. */
const byOwnerOnly = {
  ...refusedToAll,
  'client A': 'ok',
} as const;

/** Seen by the client and the office; led on by the office, approved by the client, changed by nobody otherwise. */
export const taxReturns: Row[] = [
  ...tried('tax_returns', "read A's return", readByOwnerAndOffice),
  ...allTried(
    'tax_returns',
    ["set the status of A's return", "add a return of A's", "delete A's return"],
    refusedToAll,
  ),
  ...tried('tax_return_events', "read the steps of A's return", readByOwnerAndOffice),
  ...tried('tax_return_events', "add a step to A's return", refusedToAll),

  ...tried('start_return', 'open a return for A', doneByOffice('ok')),
  ...tried('start_return', 'open a return for nobody', {
    'client A': '42501/403',
    admin: 'P0002/400',
    super: 'P0002/400',
  }),
  ...allTried(
    'step_return',
    ["begin with A's return", "put A's return up for review", "file A's return"],
    doneByOffice('ok'),
  ),
  ...allTried(
    'step_return',
    [
      "put A's return up for review without a file",
      "file A's return unapproved",
      "file A's return approved, not yet due",
      "file A's return unpaid",
      "approve A's return as staff's step",
      "take A's accepted return back",
    ],
    illegal,
  ),
  ...tried('record_return_payment', "record A's payment", doneByOffice('ok')),
  ...tried('record_return_payment', "record A's payment too early", illegal),
  ...tried('approve_return', "approve A's return", byOwnerOnly),
  ...allTried(
    'approve_return',
    [
      "approve A's return of another file",
      "approve A's return, whose file was changed",
      "approve A's return without a name",
      "approve A's return that is not up for review",
    ],
    { ...byOwnerOnly, 'client A': '23514/400' },
  ),
];
