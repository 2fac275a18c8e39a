import { BackupError } from '#server/operate/backup/backup-error.ts';

/** Runs work with a signal that Ctrl-C and SIGTERM abort, so that it can release its resources. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new BackupError('It was interrupted.'));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await work(stopping.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
