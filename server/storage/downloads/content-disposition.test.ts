/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutHidden } from '#domain/text/hidden-characters.ts';
import { contentDisposition } from './content-disposition.ts';

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
