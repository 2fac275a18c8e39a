/**
 * The first text, in the order of bytes, after all that begin with this prefix; null where none comes after.
 * `name >= prefix and name < prefixEnd(prefix)` is what an index can answer also beneath row-level security, where
 * `like` and `starts_with` may not be asked before the policies.
 */
export function prefixEnd(prefix: string): string | null {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === 0x10ffff) continue;
    // The code points of surrogates are no characters.
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    return String.fromCodePoint(...points, next);
  }
  return null;
}
