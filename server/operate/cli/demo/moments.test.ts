/** @module-tag property */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { momentOf } from './moments.ts';

const times = fc.date({ min: new Date('2024-01-01'), max: new Date('2034-01-01'), noInvalidDate: true });
const days = fc.double({ min: 0, max: 400, noNaN: true });

it('keeps the order of events, with none in the future, at any time of day', () => {
  fc.assert(
    fc.property(times, days, days, (now, a, b) => {
      const [longer, shorter] = a > b ? [a, b] : [b, a];
      expect(momentOf(now, longer).getTime()).toBeLessThanOrEqual(momentOf(now, shorter).getTime());
      expect(momentOf(now, shorter).getTime()).toBeLessThanOrEqual(now.getTime());
    }),
  );
});

it('is within business hours on past days', () => {
  const at = momentOf(new Date('2026-11-20T23:30:00Z'), 3.5);
  expect(at.toISOString()).toBe('2026-11-17T18:00:00.000Z');
});
