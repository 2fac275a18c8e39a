import { expect, test } from 'vitest';
import { officeTimeFormat } from './office-time.ts';

const office = 'America/New_York';
const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
const winter = '2026-01-05T20:12:00Z';

test('a time is the office\u2019s, wherever the reader is', () => {
  expect(officeTimeFormat(options, { office, reader: office })(winter)).toBe('Jan 5, 2026, 3:12 PM');
  expect(officeTimeFormat(options, { office, reader: 'Asia/Tokyo' })(winter)).toBe(
    'Jan 5, 2026, 3:12 PM EST',
  );
});

test('the zone is left out where the reader\u2019s clocks show the same', () => {
  const inToronto = officeTimeFormat(options, { office, reader: 'America/Toronto' });
  expect(inToronto(winter)).toBe('Jan 5, 2026, 3:12 PM');
  // Phoenix has no daylight saving time: it agrees with Denver in winter only.
  const phoenix = officeTimeFormat(options, { office: 'America/Denver', reader: 'America/Phoenix' });
  expect(phoenix('2026-01-05T20:12:00Z')).not.toMatch(/M[SD]T/);
  expect(phoenix('2026-07-05T20:12:00Z')).toMatch(/ MDT$/);
});

test('paper always names the zone, in summer the summer\u2019s', () => {
  const onPaper = officeTimeFormat(options, { office, reader: null });
  expect(onPaper(winter)).toMatch(/ EST$/);
  expect(onPaper(Date.UTC(2026, 6, 5))).toBe('Jul 4, 2026, 8:00 PM EDT');
});
