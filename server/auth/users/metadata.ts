/** It is part of every access token, and a request's headers have a limit. */
const MAX_BYTES = 4096;
const MAX_DEPTH = 8;

export type Metadata = Record<string, unknown>;

/**
 * Whether PostgreSQL can keep the value and a token can carry it. Depth is measured first: what is nested
 * endlessly can't even be turned into text.
 */
export function isStorableMetadata(value: Metadata): boolean {
  return isStorable(value, MAX_DEPTH) && Buffer.byteLength(JSON.stringify(value)) <= MAX_BYTES;
}

function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([key, inner]) => isStorableText(key) && isStorable(inner, depth - 1));
}

/** `jsonb` and `text` have no NUL and no half of a surrogate pair. */
function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** What is sent replaces what was there, key by key; null takes a key away. */
export function mergeMetadata(present: Metadata, sent: Metadata): Metadata {
  return Object.fromEntries(Object.entries({ ...present, ...sent }).filter(([, value]) => value !== null));
}
