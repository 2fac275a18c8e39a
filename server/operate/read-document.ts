import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { measure } from '#server/measure.ts';

interface Source {
  open(): Promise<Readable>;
  /** Rejects if nothing at all can be read. */
  probe(): Promise<unknown>;
}

/** One document can't be read, but others can. The message is that of the cause. */
export class UnreadableError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const ATTEMPTS = 3;

/**
 * Reads a document, and resolves with its size and hash. `use` gets its bytes, from the beginning in each attempt. Throws
 * `UnreadableError`, so that one bad document doesn't end the work on all others, and what `probe` and `use` throw.
 */
export async function readDocument({ open, probe }: Source, use: (bytes: Readable) => Promise<void>) {
  for (let left = ATTEMPTS - 1; ; left -= 1) {
    try {
      return await readOnce(open, use);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      await probe();
      if (left === 0) throw error;
    }
  }
}

async function readOnce(open: Source['open'], use: (bytes: Readable) => Promise<void>) {
  const source = await open().catch((cause: unknown) => {
    throw new UnreadableError(cause);
  });
  // `use` may fail for the same reason, or for another one, such as a full disk.
  const failures: UnreadableError[] = [];
  source.on('error', (cause) => failures.push(new UnreadableError(cause)));
  const hash = createHash('sha256');
  const measured = measure(hash);
  try {
    await use(Readable.from(measured.watch(source), { objectMode: false }));
  } catch (error) {
    throw failures[0] ?? error;
  } finally {
    source.destroy();
  }
  return { size: measured.size(), sha256: hash.digest('hex') };
}
