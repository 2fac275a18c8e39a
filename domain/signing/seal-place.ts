/** Where the last seal of a PDF lies. */
export interface SealPlace {
  /** The seal (CMS) in hexadecimal, with the zeros behind it. */
  readonly cms: string;
  /** The bytes that it covers. */
  readonly covered: readonly [Uint8Array, Uint8Array];
  /** Whether it covers the file up to its end. */
  readonly isWhole: boolean;
}

const MARK = Array.from('/ByteRange', (character) => character.charCodeAt(0));
/** In hexadecimal digits. */
const MAX_SEAL = 60_000;

/** Finds the last seal in a file; undefined if there is none. Used by the server, and by the page that verifies a file. */
export function sealPlaceIn(bytes: Uint8Array): SealPlace | undefined {
  const place = lastIndexOf(bytes, MARK);
  if (place < 0) return undefined;
  const range = /^\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(
    latin1(bytes, place, place + 200),
  );
  const [start = -1, length = 0, next = 0, rest = 0] = range?.slice(1).map(Number) ?? [];
  if (start !== 0 || length <= 0 || next <= length || next - length > MAX_SEAL || next > bytes.length) {
    return undefined;
  }
  const cms = latin1(bytes, length + 1, next - 1);
  if (!/^([0-9a-f]{2})+$/i.test(cms)) return undefined;
  return {
    cms,
    covered: [bytes.subarray(0, length), bytes.subarray(next, next + rest)],
    isWhole: next + rest === bytes.length,
  };
}

function lastIndexOf(bytes: Uint8Array, wanted: readonly number[]): number {
  for (let at = bytes.length - wanted.length; at >= 0; at--) {
    if (bytes[at] === wanted[0] && wanted.every((value, i) => bytes[at + i] === value)) return at;
  }
  return -1;
}

const latin1 = (bytes: Uint8Array, from: number, to: number) =>
  Array.from(bytes.subarray(from, to), (value) => String.fromCharCode(value)).join('');
