import { expect, test } from 'vitest';
import { parseOfficeTime } from './parse-office-time.ts';

const ZONE = 'America/New_York';

test.each([
  ['2027-03-14 09:30', '2027-03-14T13:30:00.000Z'],
  ['2027-01-14T09:30:15', '2027-01-14T14:30:15.000Z'],
  ['2027-01-14T09:30:15Z', '2027-01-14T09:30:15.000Z'],
  ['2027-01-14T09:30:15+02:00', '2027-01-14T07:30:15.000Z'],
  // Occurs twice: the first.
  ['2027-11-07 01:30', '2027-11-07T05:30:00.000Z'],
])('%s', (text, moment) => expect(parseOfficeTime(text, ZONE)?.toISOString()).toBe(moment));

test.each([
  'yesterday',
  '',
  '2027-02-30 10:00',
  '2027-02-30T10:00:00Z',
  '2027-01-01 25:00',
  '2027-01-01',
  '12:30',
])('rejects %j', (text) => expect(parseOfficeTime(text, ZONE)).toBeUndefined());
