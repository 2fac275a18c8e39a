const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Four random characters that can be told apart when read aloud. */
export function randomSuffix(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4));
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}
