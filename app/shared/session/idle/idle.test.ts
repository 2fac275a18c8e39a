/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countdown, idleAt } from './idle.ts';

const minute = 60_000;
const limits = { limitMs: 30 * minute, warningMs: 2 * minute };
const start = Date.parse('2025-03-09T06:30:00Z');

test.each([
  [0, { kind: 'active' }],
  [28 * minute - 1, { kind: 'active' }],
  [28 * minute, { kind: 'warning', secondsLeft: 120 }],
  [30 * minute - 1, { kind: 'warning', secondsLeft: 1 }],
  [30 * minute, { kind: 'over' }],
  // The lid was closed overnight.
  [14 * 60 * minute, { kind: 'over' }],
  // The clock was set back.
  [-3 * 60 * minute, { kind: 'active' }],
])('%i ms after the last activity', (passed, expected) => {
  expect(idleAt(start + passed, start, limits)).toEqual(expected);
});

test('a session is over at the limit, never before it', () => {
  fc.assert(
    fc.property(fc.nat(24 * 60 * minute), fc.integer({ min: 1, max: 120 * minute }), (passed, limitMs) => {
      const idle = idleAt(start + passed, start, { limitMs, warningMs: 2 * minute });
      expect(idle.kind === 'over').toBe(passed >= limitMs);
    }),
  );
});

test.each([
  [120, '2:00'],
  [95, '1:35'],
  [9, '0:09'],
])('%i seconds are %s', (seconds, text) => {
  expect(countdown(seconds)).toBe(text);
});
