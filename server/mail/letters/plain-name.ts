import { normalizeCut } from '#domain/text/unicode.ts';

/** A name on one line, without control characters and at most 80 long; `unnamed` if nothing is left. */
export function plainName(name: string, unnamed: string): string {
  const line = normalizeCut(name, 1000)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 80);
  return line === '' ? unnamed : line;
}
