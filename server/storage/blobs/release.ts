/**
 * Gives a buffer's memory back now instead of with the next garbage collection. Files of hundreds of megabytes
 * pass through here, and their dead buffers alone would make V8 look through its whole heap dozens of times a
 * second. Dangerous: only for bytes that nobody else has been given.
 */
export function release(bytes: Buffer): void {
  const { buffer } = bytes;
  // Small buffers share their memory with others.
  if (buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength) buffer.transfer(0);
}
