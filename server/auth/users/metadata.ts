/** It is part of every access token, and the size of request headers is limited. */
const MAX_BYTES = 4096;
const MAX_DEPTH = 8;

export type Metadata = Record<string, unknown>;

/** Whether PostgreSQL can store it and a token contain it. Depth first: `JSON.stringify` fails for very deep values. */
export function isStorableMetadata(value: Metadata): boolean {
  return isStorable(value, MAX_DEPTH) && Buffer.byteLength(JSON.stringify(value)) <= MAX_BYTES;
}

function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([key, inner]) => isStorableText(key) && isStorable(inner, depth - 1));
}

/** `jsonb` and `text` can't store NUL and lone surrogates. */
function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Merges key by key. Null removes a key. */
export function mergeMetadata(present: Metadata, sent: Metadata): Metadata {
  return Object.fromEntries(Object.entries({ ...present, ...sent }).filter(([, value]) => value !== null));
}
