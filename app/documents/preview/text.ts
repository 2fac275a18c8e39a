/** Decodes UTF-16 by its byte order mark, else UTF-8, else Windows-1252, which older programs wrote. */
export function decodeText(bytes: Uint8Array, isTruncated: boolean): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // With `stream`, an incomplete character at the end is left out instead of failing.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isTruncated });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
