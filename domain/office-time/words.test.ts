import { expect, test } from 'vitest';
import { dayInWords, timeInWords, zoneInWords } from './words.ts';

test('formats days, times, and zones in words', () => {
  expect(dayInWords('2028-02-29')).toBe('Tuesday, February 29, 2028');
  expect(timeInWords(Date.parse('2026-11-20T19:30:00Z'), 'America/New_York')).toBe('2:30 PM');
  expect(timeInWords(Date.parse('2026-11-20T17:00:00Z'), 'America/New_York')).toBe('12:00 PM');
  expect(timeInWords(Date.parse('2026-11-20T05:00:00Z'), 'America/New_York')).toBe('12:00 AM');
  expect(zoneInWords('America/New_York')).toBe('Eastern Time');
  expect(zoneInWords('America/Los_Angeles')).toBe('Pacific Time');
});

test('formats them in Spanish', () => {
  expect(dayInWords('2028-02-29', 'es')).toBe('martes, 29 de febrero de 2028');
  expect(timeInWords(Date.parse('2026-11-20T19:30:00Z'), 'America/New_York', 'es')).toMatch(
    /^2:30 p\.\s?m\.$/,
  );
  expect(zoneInWords('America/New_York', 'es')).toBe('hora del Este');
  expect(zoneInWords('America/Los_Angeles', 'es')).toBe('hora del Pacífico');
});
