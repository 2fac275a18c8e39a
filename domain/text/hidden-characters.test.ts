/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutHidden } from './hidden-characters.ts';

describe('withoutHidden', () => {
  it.each([
    'W2 María Núñez (2024).pdf',
    'Screenshot 2026-01-01 at 3.04.05\u202fPM.png',
    '👨‍👩‍👧‍👦 👩🏽‍💻 ❤️ ✔︎ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏳️‍🌈.jpg',
    'نامه\u200cها.pdf',
    'ക്\u200d ക്\u200c क्\u200dष.pdf',
    '葛\u{e0100}城.pdf',
    '税务 документ مستند שלום.pdf',
  ])('leaves %s unchanged', (name) => {
    expect(withoutHidden(name)).toBe(name);
  });

  it.each([
    ['inv\u200boice.pdf', 'invoice.pdf'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['\u2068Photo\u2069.jpg', 'Photo.jpg'],
    ['\ufeffa\u00adb\u2060c.pdf', 'abc.pdf'],
    ['w\u200d2\u200c.pdf', 'w2.pdf'],
    ['w2\ufe0f.pdf', 'w2.pdf'],
    ['a\u{e0041}\u{e0042}.pdf', 'a.pdf'],
    ['\u3164\u115f\u1160\uffa0', ''],
    ['م\u200c\u200c\u200dن', 'م\u200cن'],
    ['\u200eRe\u200f\u061c.pdf', 'Re.pdf'],
  ])('removes hidden characters from %j', (name, plain) => {
    expect(withoutHidden(name)).toBe(plain);
  });

  it('is idempotent', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\u200b',
        '\u200c',
        '\u200d',
        '\u202e',
        '\u2066',
        '\ufe0f',
        '\u{e0067}',
        '\u{1f3f4}',
        '👩',
        'م',
        'a',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const once = withoutHidden(pieces.join(''));
        expect(withoutHidden(once)).not.toMatch(/[\u200b\u202a-\u202e\u2060-\u206f\ufeff]/u);
      }),
    );
  });
});
