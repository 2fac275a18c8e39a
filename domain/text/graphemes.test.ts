import { expect, test } from 'vitest';
import { graphemes, roughGraphemes } from './graphemes.ts';

test.each(['', 'W2 María.pdf', 'e\u0301\u0302x', '\u0301x', '👨‍👩‍👧‍👦👩🏽‍💻❤️1️⃣🏳️‍🌈', '🇺🇸🇵🇷a', 'line\nnext'])(
  'keeps together in %j what the segmenter keeps together, without it',
  (text) => {
    expect(roughGraphemes(text)).toEqual(graphemes(text));
  },
);
