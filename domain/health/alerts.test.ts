import { describe, expect, test } from 'vitest';
import { CONFIRM_MS, dueAlert, isUnconfirmed } from './alerts.ts';

const now = new Date('2026-11-22T12:00:00Z');
const DAY = 24 * 60 * 60 * 1000;

describe('an alert', () => {
  const since = (ms: number) => new Date(now.getTime() - ms);
  test.each([
    [true, false, CONFIRM_MS - 1, undefined],
    [true, false, CONFIRM_MS, 'red'],
    [true, true, DAY, undefined],
    [false, true, CONFIRM_MS - 1, undefined],
    [false, true, CONFIRM_MS, 'mended'],
    [false, false, DAY, undefined],
  ])('red: %s, reported: %s, for %d ms: %s', (isRed, told, ms, kind) => {
    expect(dueAlert({ isRed, told, since: since(ms) }, now)).toBe(kind);
  });
  test('waits for a second check', () => {
    expect(isUnconfirmed({ isRed: true, told: false, since: now })).toBe(true);
    expect(isUnconfirmed({ isRed: true, told: true, since: now })).toBe(false);
  });
});
