import { expect, test } from 'vitest';
import { zonedClock } from '#domain/office-time/zoned.ts';
import { isBackupDue } from './due.ts';

const clock = zonedClock('America/New_York');
const made = (startedAt: string, isComplete = true) => ({ startedAt: new Date(startedAt), isComplete });

// In January, 02:30 in New York is 07:30 in UTC.
test.each([
  ['no backup yet', '2027-01-14T12:00:00Z', undefined, false, true],
  ['it is not 02:30 yet', '2027-01-14T07:29:00Z', made('2027-01-13T07:30:01Z'), false, false],
  ['it is 02:30', '2027-01-14T07:30:00Z', made('2027-01-13T07:30:01Z'), false, true],
  ['made today already', '2027-01-14T07:31:00Z', made('2027-01-14T07:30:01Z'), false, false],
  ['the server was off at 02:30', '2027-01-14T18:00:00Z', made('2027-01-12T07:30:01Z'), false, true],
  ['failed just now', '2027-01-14T08:00:00Z', made('2027-01-14T07:30:01Z', false), false, false],
  ['failed an hour ago', '2027-01-14T08:31:00Z', made('2027-01-14T07:30:01Z', false), false, true],
  ['WAL was lost', '2027-01-14T09:00:00Z', made('2027-01-14T07:30:01Z'), true, true],
  ['WAL was lost, soon after a backup', '2027-01-14T08:00:00Z', made('2027-01-14T07:30:01Z'), true, false],
  ['before a skipped 02:30 (DST)', '2027-03-14T07:29:00Z', made('2027-03-13T07:30:01Z'), false, false],
  ['after a skipped 02:30 (DST)', '2027-03-14T07:31:00Z', made('2027-03-13T07:30:01Z'), false, true],
])('%s', (_case, now, last, lacksChain, due) => {
  expect(isBackupDue({ now: new Date(now), at: '02:30', clock, last, lacksChain })).toBe(due);
});
