/** Flags of two letters, and letters or pictures with their marks, skin tones, and joined pictures. */
const rough = /\p{RI}\p{RI}|\P{M}?(?:\p{M}|\p{EMod}|\u200d\P{M})+|\P{M}/gu;

let segmenter: Intl.Segmenter | undefined;

/** Grapheme clusters: an accent or the parts of an emoji stay together. Firefox has a segmenter only since 125. */
export function graphemes(text: string): string[] {
  if (!('Segmenter' in Intl)) return roughGraphemes(text);
  segmenter ??= new Intl.Segmenter('en');
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

export function roughGraphemes(text: string): string[] {
  return text.match(rough) ?? [];
}
