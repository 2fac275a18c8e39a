/**
 * The first text, in byte order, after all texts with this prefix. Null if there is none. An index can answer
 * `name >= prefix and name < prefixEnd(prefix)` under row-level security too, where `like` and `starts_with` may not run
 * before the policies.
 */
export function prefixEnd(prefix: string): string | null {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === 0x10ffff) continue;
    // Skip surrogates, which are not characters.
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    return String.fromCodePoint(...points, next);
  }
  return null;
}
