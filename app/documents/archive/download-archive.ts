import { StoreError } from '../store/store-error.ts';

/** What the server answers when it is asked for an archive. */
export interface OrderedArchive {
  readonly id: string;
  readonly name: string;
  readonly url: string;
}

/** How far the server is, and how it ended. */
export interface ArchiveStatus {
  readonly state: string;
  readonly done_files: number;
  readonly total_files: number;
  readonly done_bytes: number;
  readonly total_bytes: number;
  readonly skipped_files: number;
  /** Changes every second while the server sends. */
  readonly updated_at: string;
}

/** The server, and the browser's own downloads. All but `start` throw StoreErrors. */
export interface Archives {
  order(ownerId: string, paths: readonly string[]): Promise<OrderedArchive>;
  status(id: string): Promise<ArchiveStatus | null>;
  cancel(id: string): Promise<void>;
  start(url: string, name: string): void;
  /** Resolves a second later, or at once when the signal comes. */
  pause(signal: AbortSignal | undefined): Promise<void>;
}

export interface ArchiveProgress {
  readonly files: number;
  readonly totalFiles: number;
  readonly bytes: number;
  readonly totalBytes: number;
}

export interface ArchiveOptions {
  /** Called with each news, from the moment the size is known. */
  onProgress?: (progress: ArchiveProgress) => void;
  /** Cancels the download, on the server too. */
  signal?: AbortSignal;
}

// In polls, of a second each or more: a browser slows down pages that nobody looks at.
/** A browser may ask the person first; the link lasts five minutes. */
const PATIENCE_TO_BEGIN = 310;
/** The server that was to send it is gone. */
const PATIENCE_WITHOUT_NEWS = 30;

/**
 * Downloads files and folders as one zip: the browser saves it like any other download, and this follows what
 * the server tells about it. Resolves, when the server has sent all, with the number of files that it could not include;
 * rejects with a StoreError, `cancelled` where the person stopped it, here or in the browser's own list.
 */
export async function downloadArchive(
  archives: Archives,
  ownerId: string,
  paths: readonly string[],
  { onProgress, signal }: ArchiveOptions = {},
): Promise<{ skipped: number }> {
  throwIfCancelled(signal);
  const { id, url, name } = await archives.order(ownerId, paths);
  try {
    throwIfCancelled(signal);
    archives.start(url, name);
    return await follow(archives, id, { ...(onProgress && { onProgress }), ...(signal && { signal }) });
  } catch (error) {
    // Whatever happened here, nobody waits for it any more.
    await archives.cancel(id).catch((problem: unknown) => {
      console.warn('A download could not be cancelled on the server', problem);
    });
    throw error;
  }
}

async function follow(archives: Archives, id: string, { onProgress, signal }: ArchiveOptions) {
  let last: ArchiveStatus | undefined;
  for (let unchanged = 0; ; unchanged++) {
    await archives.pause(signal);
    throwIfCancelled(signal);
    const status = await statusOf(archives, id, unchanged);
    if (status === undefined) continue;
    if (status.state === 'done') return { skipped: status.skipped_files };
    if (status.state === 'cancelled') throw cancelled();
    const patience = status.state === 'waiting' ? PATIENCE_TO_BEGIN : PATIENCE_WITHOUT_NEWS;
    if (status.state === 'failed' || unchanged >= patience) {
      throw new StoreError('refused', 'The server could not send all of it.');
    }
    if (status.updated_at === last?.updated_at) continue;
    last = status;
    unchanged = 0;
    onProgress?.({
      files: status.done_files,
      totalFiles: status.total_files,
      bytes: status.done_bytes,
      totalBytes: status.total_bytes,
    });
  }
}

/** Undefined while the line is down: the browser's own download may survive that. */
async function statusOf(archives: Archives, id: string, unanswered: number) {
  try {
    const status = await archives.status(id);
    if (status === null) throw new StoreError('missing', 'The download is not known any more.');
    return status;
  } catch (error) {
    const isDown = error instanceof StoreError && error.problem === 'unreachable';
    if (!isDown || unanswered >= PATIENCE_WITHOUT_NEWS) throw error;
    return undefined;
  }
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled();
}

function cancelled(): StoreError {
  return new StoreError('cancelled', 'The download was cancelled.');
}
