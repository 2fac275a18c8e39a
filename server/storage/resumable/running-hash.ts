import { createSHA256 } from 'hash-wasm';
import type { Sealer } from '#server/sealing/sealer.ts';

/** A SHA-256 that goes on in another request, or another process. Node's own can't be put down and taken up. */
export interface RunningHash {
  update(bytes: Uint8Array): void;
  /** Its state, sealed: up to 63 bytes of the file stand in it. */
  put(): Buffer;
  /** Ends it. */
  digest(): Buffer;
}

/** Begins, or goes on from where `put` was. */
export async function takeUpHash(sealer: Sealer, uploadId: string, put: Buffer | null): Promise<RunningHash> {
  const place = `upload:${uploadId}`;
  const hash = (await createSHA256()).init();
  if (put !== null) hash.load(sealer.open(put, place));
  return {
    update: (bytes) => void hash.update(bytes),
    put: () => sealer.seal(hash.save(), place),
    digest: () => Buffer.from(hash.digest('binary')),
  };
}
