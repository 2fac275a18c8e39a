import { normalizeCut } from '#domain/text/unicode.ts';

/** A 5 x 7 dot font of capitals and digits, for the text of photographed papers. */

const columns: Record<string, string> = {
  ' ': '0000000000',
  $: '242a7f2a12',
  ',': '0050300000',
  '-': '0808080808',
  '.': '0060600000',
  '/': '2010080402',
  '0': '3e5149453e',
  '1': '00427f4000',
  '2': '7249494946',
  '3': '2141494d33',
  '4': '1814127f10',
  '5': '2745454539',
  '6': '3c4a494931',
  '7': '4121110907',
  '8': '3649494936',
  '9': '464949291e',
  ':': '0000140000',
  A: '7c1211127c',
  B: '7f49494936',
  C: '3e41414122',
  D: '7f4141413e',
  E: '7f49494941',
  F: '7f09090901',
  G: '3e41415173',
  H: '7f0808087f',
  I: '00417f4100',
  J: '2040413f01',
  K: '7f08142241',
  L: '7f40404040',
  M: '7f021c027f',
  N: '7f0408107f',
  O: '3e4141413e',
  P: '7f09090906',
  Q: '3e4151215e',
  R: '7f09192946',
  S: '2649494932',
  T: '03017f0103',
  U: '3f4040403f',
  V: '1f2040201f',
  W: '3f4038403f',
  X: '6314081463',
  Y: '0304780403',
  Z: '6159494d43',
};

export const GLYPH = { width: 5, height: 7, advance: 6 };

/** The dark dots of a letter: [column, row]. Unknown characters are blank. */
export function dotsOf(letter: string): [number, number][] {
  const hex = columns[letter] ?? '';
  const dots: [number, number][] = [];
  for (let column = 0; column * 2 < hex.length; column++) {
    const bits = Number.parseInt(hex.slice(column * 2, column * 2 + 2), 16);
    for (let row = 0; row < GLYPH.height; row++) if (bits & (1 << row)) dots.push([column, row]);
  }
  return dots;
}

/** Converts text to characters that the font has: capitals without accents. */
export function spelled(words: string): string {
  return normalizeCut(words, 1000, 'NFD').replace(/\p{M}/gu, '').toUpperCase();
}
