/**
 * Frees a buffer's memory now instead of with the next garbage collection. Otherwise large files would make V8 collect its
 * whole heap dozens of times a second. Dangerous: only for buffers that no one else has a reference to.
 */
export function release(bytes: Buffer): void {
  const { buffer } = bytes;
  // Small buffers share their memory with others.
  if (buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength) buffer.transfer(0);
}
