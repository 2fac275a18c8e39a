/** The text without what PostgreSQL can't store: NUL and lone surrogates; trimmed. */
export function storable(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/\p{Cs}/gu, '')
    .trim();
}
