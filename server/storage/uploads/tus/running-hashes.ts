import { createHash, type Hash } from 'node:crypto';

/**
 * The SHA-256 of the bytes received so far of each upload, if this process has received all of them. Node can't export
 * the state of a hash, so a process that continues another's upload reads the stored pieces again at the end.
 */
export interface RunningHashes {
  /**
   * A copy of the hash at this offset, so that a piece that fails leaves it unchanged. Undefined if this process has not
   * received everything before the offset.
   */
  resume(uploadId: string, offset: number): Hash | undefined;
  save(uploadId: string, offset: number, hash: Hash): void;
  forget(uploadId: string): void;
}

/** Above this the least recently saved hash is dropped. */
const MAX_HASHES = 1000;

export function createRunningHashes(): RunningHashes {
  const saved = new Map<string, { offset: number; hash: Hash }>();
  return {
    resume(uploadId, offset) {
      if (offset === 0) return createHash('sha256');
      const last = saved.get(uploadId);
      return last?.offset === offset ? last.hash.copy() : undefined;
    },
    save(uploadId, offset, hash) {
      saved.delete(uploadId);
      saved.set(uploadId, { offset, hash });
      const [oldest] = saved.keys();
      if (saved.size > MAX_HASHES && oldest !== undefined) saved.delete(oldest);
    },
    forget: (uploadId) => void saved.delete(uploadId),
  };
}
