/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestedRange } from './byte-ranges.ts';

describe('requestedRange', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-5', { start: 2, end: 5 }],
    ['bytes=2-', { start: 2, end: 99 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['BYTES=0-9', { start: 0, end: 9 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', undefined],
    ['bytes=0-1,5-6', undefined],
    ['bytes=-', undefined],
    ['lines=0-1', undefined],
    ['bytes=a-b', undefined],
  ])('%s of 100 bytes', (header, expected) => {
    expect(requestedRange(header, 100)).toEqual(expected);
  });

  it('of nothing is nothing', () => {
    expect(requestedRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(requestedRange('bytes=-5', 0)).toBe('unsatisfiable');
    expect(requestedRange(undefined, 0)).toBeUndefined();
  });

  it('never leaves the file', () => {
    const number = fc.oneof(
      fc.constant(''),
      fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
      fc.nat(200).map(String),
    );
    fc.assert(
      fc.property(number, number, fc.nat(150), (from, to, size) => {
        const range = requestedRange(`bytes=${from}-${to}`, size);
        if (typeof range !== 'object') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThan(size);
      }),
    );
  });
});
