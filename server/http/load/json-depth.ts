const [QUOTE, BACKSLASH, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = Buffer.from('"\\[{]}');
/** Deeper than any legitimate body. */
const MAX_LEVELS = 64;

/**
 * Whether a JSON text is nested too deeply. Check before parsing: half a million levels take hundreds of times
 * their size in memory, and recursive code overflows the stack.
 */
export function isTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (inText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > MAX_LEVELS) return true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
  return false;
}
