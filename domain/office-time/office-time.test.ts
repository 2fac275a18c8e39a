import { expect, test } from 'vitest';
import { officeTimeFormat } from './office-time.ts';

const office = 'America/New_York';
const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
const winter = '2026-01-05T20:12:00Z';

test('shows the office’s time to every reader', () => {
  expect(officeTimeFormat(options, { office, reader: office })(winter)).toBe('Jan 5, 2026, 3:12 PM');
  expect(officeTimeFormat(options, { office, reader: 'Asia/Tokyo' })(winter)).toBe(
    'Jan 5, 2026, 3:12 PM EST',
  );
});

test('leaves out the zone if the reader’s clocks show the same time', () => {
  const inToronto = officeTimeFormat(options, { office, reader: 'America/Toronto' });
  expect(inToronto(winter)).toBe('Jan 5, 2026, 3:12 PM');
  // Phoenix has no daylight saving time: it agrees with Denver in winter only.
  const phoenix = officeTimeFormat(options, { office: 'America/Denver', reader: 'America/Phoenix' });
  expect(phoenix('2026-01-05T20:12:00Z')).not.toMatch(/M[SD]T/);
  expect(phoenix('2026-07-05T20:12:00Z')).toMatch(/ MDT$/);
});

test('always shows the zone without a reader, with daylight saving time', () => {
  const onPaper = officeTimeFormat(options, { office, reader: null });
  expect(onPaper(winter)).toMatch(/ EST$/);
  expect(onPaper(Date.UTC(2026, 6, 5))).toBe('Jul 4, 2026, 8:00 PM EDT');
});
