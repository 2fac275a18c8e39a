import { expect, test } from 'vitest';
import { zonedClock } from '#domain/office-time/zoned.ts';
import { dueWork } from './due.ts';

const clock = zonedClock('America/New_York');
const made = (startedAt: string, isComplete = true, isVerified = isComplete) => ({
  startedAt: new Date(startedAt),
  isComplete,
  isVerified,
});
const cutOff = (startedAt: string) => made(startedAt, true, false);

// In January, 02:30 in New York is 07:30 in UTC.
test.each([
  ['no backup yet', '2027-01-14T12:00:00Z', undefined, false, 'backup'],
  ['it is not 02:30 yet', '2027-01-14T07:29:00Z', made('2027-01-13T07:30:01Z'), false, undefined],
  ['it is 02:30', '2027-01-14T07:30:00Z', made('2027-01-13T07:30:01Z'), false, 'backup'],
  ['made today already', '2027-01-14T07:31:00Z', made('2027-01-14T07:30:01Z'), false, undefined],
  ['the server was off at 02:30', '2027-01-14T18:00:00Z', made('2027-01-12T07:30:01Z'), false, 'backup'],
  ['failed just now', '2027-01-14T08:00:00Z', made('2027-01-14T07:30:01Z', false), false, undefined],
  ['failed an hour ago', '2027-01-14T08:31:00Z', made('2027-01-14T07:30:01Z', false), false, 'backup'],
  ['WAL was lost', '2027-01-14T09:00:00Z', made('2027-01-14T07:30:01Z'), true, 'backup'],
  [
    'WAL was lost, soon after a backup',
    '2027-01-14T08:00:00Z',
    made('2027-01-14T07:30:01Z'),
    true,
    undefined,
  ],
  ['before a skipped 02:30 (DST)', '2027-03-14T07:29:00Z', made('2027-03-13T07:30:01Z'), false, undefined],
  ['after a skipped 02:30 (DST)', '2027-03-14T07:31:00Z', made('2027-03-13T07:30:01Z'), false, 'backup'],
  ['not verified yet', '2027-01-14T08:29:00Z', cutOff('2027-01-14T07:30:01Z'), false, undefined],
  ['its verification was cut off', '2027-01-14T08:31:00Z', cutOff('2027-01-14T07:30:01Z'), false, 'verify'],
  [
    'never verified, and it is 02:30',
    '2027-01-15T07:30:00Z',
    cutOff('2027-01-14T07:30:01Z'),
    false,
    'backup',
  ],
] as const)('%s', (_case, now, last, lacksChain, due) => {
  expect(dueWork({ now: new Date(now), at: '02:30', clock, last, lacksChain })).toBe(due);
});
