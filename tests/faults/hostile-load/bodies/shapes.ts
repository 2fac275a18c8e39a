/** JSON texts of about this many bytes, each expensive in another way. */
type Shape = (bytes: number) => string;

/** A list or object of as many members as fit. */
const filled = (open: string, close: string, bytes: number, member: (at: number) => string) => {
  const members: string[] = [];
  let left = bytes - 2;
  for (let at = 0; ; at += 1) {
    const one = member(at);
    left -= Buffer.byteLength(one) + 1;
    if (left < 0) return open + members.join(',') + close;
    members.push(one);
  }
};
const text = (bytes: number, piece: string) =>
  `"${piece.repeat(Math.max(0, Math.floor((bytes - 2) / Buffer.byteLength(piece))))}"`;
/** Long enough for many texts in one body, and short enough for one column. */
const TEXT_BYTES = 60_000;
const texts = (bytes: number, piece: string) =>
  filled('[', ']', bytes, () => text(Math.min(TEXT_BYTES, bytes - 4), piece));

export const shapes: Record<string, Shape> = {
  zeros: (bytes) => filled('[', ']', bytes, () => '0'),
  objects: (bytes) => filled('[', ']', bytes, () => '{}'),
  rows: (bytes) => filled('[', ']', bytes, (at) => `{"id":${at},"path":"a","from":1,"to":2}`),
  words: (bytes) => filled('[', ']', bytes, () => '"a"'),
  keys: (bytes) => filled('{', '}', bytes, (at) => `"k${at}":0`),
  duplicates: (bytes) => filled('{', '}', bytes, () => '"a":0'),
  nested: (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'half nested': (bytes) => filled('[', ']', bytes, () => '[[[[[[[[0]]]]]]]]'),
  'long text': (bytes) => text(bytes, 'x'),
  NULs: (bytes) => text(bytes, '\\u0000'),
  surrogates: (bytes) => text(bytes, '\\ud800'),
  quotes: (bytes) => text(bytes, '\\"'),
  marks: (bytes) => texts(bytes, 'a\u0301\u0316'),
  'many marks': (bytes) => text(bytes, '\u0301\u0316'),
  ideographs: (bytes) => texts(bytes, '\u6f22'),
  emoji: (bytes) => texts(bytes, '\u{1f600}'),
  'long number': (bytes) => '1'.repeat(bytes),
  numbers: (bytes) => filled('[', ']', bytes, () => '-1.7976931348623157e308'),
  'white space': (bytes) => `[${' '.repeat(bytes - 2)}]`,
  'no JSON': (bytes) => '{"a":'.repeat(bytes / 5),
  form: (bytes) => 'a=%30&'.repeat(bytes / 6),
};
