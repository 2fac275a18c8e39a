import { createHash, type Hash } from 'node:crypto';

/**
 * The SHA-256 of what has arrived of each upload, where this process has seen all of it arrive. Node's own hash can't
 * be written down, so whoever takes an upload over from another process reads what is there once more at its end.
 */
export interface RunningHashes {
  /** A copy, so that a piece that comes to nothing leaves no trace. Undefined: this process has not seen it all. */
  takeUp(uploadId: string, from: number): Hash | undefined;
  putDown(uploadId: string, at: number, hash: Hash): void;
  forget(uploadId: string): void;
}

/** More uploads at once than one process carries; the one that has rested longest is forgotten, and costs a reading. */
const MOST = 1000;

export function createRunningHashes(): RunningHashes {
  const known = new Map<string, { at: number; hash: Hash }>();
  return {
    takeUp(uploadId, from) {
      if (from === 0) return createHash('sha256');
      const last = known.get(uploadId);
      return last?.at === from ? last.hash.copy() : undefined;
    },
    putDown(uploadId, at, hash) {
      known.delete(uploadId);
      known.set(uploadId, { at, hash });
      const [oldest] = known.keys();
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    },
    forget: (uploadId) => void known.delete(uploadId),
  };
}
