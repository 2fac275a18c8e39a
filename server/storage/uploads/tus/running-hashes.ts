import { createHash, type Hash } from 'node:crypto';

/** Above this the least recently saved hash is dropped. */
const MAX_HASHES = 1000;

export function createRunningHashes() {
  const saved = new Map<string, { offset: number; hash: Hash }>();
  return {
    /**
     * A copy of the hash at this offset, so that a piece that fails leaves it unchanged. Undefined if this process has not
     * received everything before the offset.
     */
    resume(uploadId: string, offset: number): Hash | undefined {
      if (offset === 0) return createHash('sha256');
      const last = saved.get(uploadId);
      return last?.offset === offset ? last.hash.copy() : undefined;
    },
    save(uploadId: string, offset: number, hash: Hash): void {
      saved.delete(uploadId);
      saved.set(uploadId, { offset, hash });
      const [oldest] = saved.keys();
      if (saved.size > MAX_HASHES && oldest !== undefined) saved.delete(oldest);
    },
    forget: (uploadId: string): void => void saved.delete(uploadId),
  };
}

/**
 * The SHA-256 of the bytes received so far of each upload, if this process has received all of them. Node can't export
 * the state of a hash, so a process that continues another's upload reads the stored pieces again at the end.
 */
export type RunningHashes = ReturnType<typeof createRunningHashes>;
