import { allTried, pretenders, type Row, strangersAtRest, tried } from '../vocabulary.ts';

const seenByOwner = {
  visitor: '42501/401',
  'client A': 'rows:1',
  'client B': 'rows:0',
  admin: 'rows:1',
  super: 'rows:1',
  service: 'rows:1',
  ...strangersAtRest,
  ...pretenders('rows:0'),
} as const;

const closed = {
  visitor: '42501/401',
  'client A': '42501/403',
  'client B': '42501/403',
  admin: '42501/403',
  super: '42501/403',
  service: '42501/403',
  ...pretenders('42501/403'),
} as const;

/** What the office alone does, and what comes of it where it is legal. */
const officeOnly = {
  visitor: '42501/401',
  'client A': '42501/403',
  'client B': '42501/403',
  admin: 'ok',
  super: 'ok',
  service: '42501/403',
  ...strangersAtRest,
  ...pretenders('42501/403'),
} as const;

/** The same, where it is against the rules for the office too. */
const illegal = { ...officeOnly, admin: '23514/400', super: '23514/400' } as const;

/** What nobody but the client may say. */
const byOwnerOnly = {
  visitor: '42501/401',
  'client A': 'ok',
  'client B': '42501/403',
  admin: '42501/403',
  super: '42501/403',
  service: '42501/403',
  ...strangersAtRest,
  ...pretenders('42501/403'),
} as const;

/** Seen by the client and the office; led on by the office, approved by the client, changed by nobody otherwise. */
export const taxReturns: Row[] = [
  ...tried('tax_returns', "read A's return", seenByOwner),
  ...allTried(
    'tax_returns',
    ["set the status of A's return", "add a return of A's", "delete A's return"],
    closed,
  ),
  ...tried('tax_return_events', "read the steps of A's return", seenByOwner),
  ...tried('tax_return_events', "add a step to A's return", closed),

  ...tried('start_return', 'open a return for A', officeOnly),
  ...tried('start_return', 'open a return for nobody', {
    'client A': '42501/403',
    admin: 'P0002/400',
    super: 'P0002/400',
  }),
  ...allTried(
    'step_return',
    ["begin with A's return", "put A's return up for review", "file A's return"],
    officeOnly,
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
  ...tried('record_return_payment', "record A's payment", officeOnly),
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
