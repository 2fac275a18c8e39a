/** Text of any age: UTF-16 by its mark, UTF-8 if it can be read as such, else what Windows wrote for decades. */
export function decodeText(bytes: Uint8Array, isOffline: boolean): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // A character that was cut in two at the end is left out, not called wrong.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isOffline });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
