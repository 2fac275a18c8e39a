import type { Database } from './database.ts';

interface Options {
  database: Pick<Database, 'listen'>;
  /** The NOTIFY channel. */
  channel: string;
  read: () => Promise<void>;
  /** Called if it can't be read now; another attempt follows. */
  onFailed: (error: unknown) => void;
}

/** The pause before another attempt. */
const RETRY_MS = 1_000;

/** Reads at each NOTIFY and (re)connection, until that succeeds: changes are announced once. Returns its end. */
export async function followChanges({ database, channel, read, onFailed }: Options): Promise<() => void> {
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  const follow = () => {
    clearTimeout(retry);
    read().catch((error: unknown) => {
      if (isClosed) return;
      onFailed(error);
      clearTimeout(retry);
      retry = setTimeout(follow, RETRY_MS);
    });
  };
  const stopListening = await database.listen(channel, follow);
  return () => {
    isClosed = true;
    clearTimeout(retry);
    void stopListening();
  };
}

/** Runs the work after each call, never twice at once: what was read last is the newest. Waiting calls share a run. */
export function oneAfterAnother(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        running = work();
        return running;
      });
    return next;
  };
}
