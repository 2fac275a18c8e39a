/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutHidden } from '#domain/text/hidden-characters.ts';
import { contentDisposition, requestedRange } from './delivery.ts';

describe('contentDisposition', () => {
  it.each([
    ['W2.pdf', `attachment; filename="W2.pdf"; filename*=UTF-8''W2.pdf`],
    ['Café (1).pdf', `attachment; filename="Cafe (1).pdf"; filename*=UTF-8''Caf%C3%A9%20%281%29.pdf`],
    ['a"b\\c.pdf', `attachment; filename="a_b_c.pdf"; filename*=UTF-8''a%22b%5Cc.pdf`],
    ['📄.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%F0%9F%93%84.pdf`],
    ['a\r\nSet-Cookie: x', `attachment; filename="a__Set-Cookie: x"; filename*=UTF-8''a__Set-Cookie%3A%20x`],
  ])('%j', (name, header) => {
    expect(contentDisposition('attachment', name)).toBe(header);
  });

  it('is one header whatever the name, and gives the name back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const header = contentDisposition('inline', name);
        expect(header).toMatch(/^inline; filename="[\x20-\x7e]*"; filename\*=UTF-8''[!-~]*$/);
        expect(header.split('"')).toHaveLength(3);
        if (!name.isWellFormed() || /[\p{Cc}/]/u.test(name)) return;
        // In its normal form, and without hidden characters.
        const shown = withoutHidden(name.normalize('NFC'));
        expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(shown);
      }),
    );
  });
});

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
