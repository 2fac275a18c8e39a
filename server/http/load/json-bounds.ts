const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = Buffer.from('"\\,[{]}');

/** What a JSON text may hold. */
export interface JsonBounds {
  /** Objects and lists within each other. */
  levels: number;
  /** Values at all levels, objects and lists included. */
  values: number;
}

/**
 * The bound that a JSON text exceeds. Ask before parsing. Half a million levels take hundreds of times their size in memory,
 * and recursive code overflows the stack; a megabyte holds half a million zeros, and code that looks at each of them holds
 * up everyone else.
 */
export function excessOf(json: Uint8Array, bounds: JsonBounds): keyof JsonBounds | undefined {
  let levels = 0;
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfText(json, at);
    else if (byte === COMMA) values++;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++;
      if (++levels > bounds.levels) return 'levels';
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) levels--;
    else continue;
    if (values > bounds.values) return 'values';
  }
  return undefined;
}

function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
