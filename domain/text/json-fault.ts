export interface JsonFault {
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units, as editors count. */
  column: number;
}

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Where a text stops being JSON; undefined for valid JSON. Engines report the position for some errors only. */
export function jsonFault(text: string): JsonFault | undefined {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const next = (expected: string): boolean => {
    take(SPACE);
    if (!text.startsWith(expected, at)) return false;
    at += expected.length;
    return true;
  };
  const list = (end: string, item: () => boolean): boolean => {
    if (next(end)) return true;
    do if (!item()) return false;
    while (next(','));
    return next(end);
  };
  const member = () => {
    take(SPACE);
    return take(STRING) && next(':') && value();
  };
  const value = (): boolean => {
    if (next('{')) return list('}', member);
    if (next('[')) return list(']', value);
    return take(STRING) || take(SCALAR);
  };
  const isWhole = value();
  take(SPACE);
  if (isWhole && at === text.length) return undefined;
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
