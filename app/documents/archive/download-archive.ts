import { StoreError } from '../store/store-error.ts';

/** An archive that the server will create on download. */
export interface ArchiveLink {
  readonly id: string;
  readonly name: string;
  readonly url: string;
}

/** The row of an archive: its progress, and how it ended. */
export interface ArchiveStatus {
  readonly state: string;
  readonly done_files: number;
  readonly total_files: number;
  readonly done_bytes: number;
  readonly total_bytes: number;
  readonly skipped_files: number;
  /** Changes every second while the server sends the archive. */
  readonly updated_at: string;
}

/** The archive API, and the browser's downloads. All but `start` throw StoreErrors. */
export interface Archives {
  order(ownerId: string, paths: readonly string[]): Promise<ArchiveLink>;
  status(id: string): Promise<ArchiveStatus | null>;
  cancel(id: string): Promise<void>;
  start(url: string, name: string): void;
  /** Resolves after a second, or as soon as the signal aborts. */
  pause(signal: AbortSignal | undefined): Promise<void>;
}

export interface ArchiveProgress {
  readonly files: number;
  readonly totalFiles: number;
  readonly bytes: number;
  readonly totalBytes: number;
}

export interface ArchiveOptions {
  /** Called on progress. */
  onProgress?: (progress: ArchiveProgress) => void;
  /** Cancels the download, also on the server. */
  signal?: AbortSignal;
}

// In polls of at least a second: browsers slow down hidden pages.
/** The link lasts five minutes, and a browser may ask the user first. */
const MAX_POLLS_TO_START = 310;
/** After that, the server must have stopped. */
const MAX_POLLS_UNCHANGED = 30;

/**
 * Downloads files and folders as one zip. The browser saves it like any other download; the progress comes from the
 * server. Resolves when everything was sent, with the number of files that were left out.
 *
 * @throws StoreError `cancelled` if the user cancels, here or in the browser's list of downloads
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
    const maxPolls = status.state === 'waiting' ? MAX_POLLS_TO_START : MAX_POLLS_UNCHANGED;
    if (status.state === 'failed' || unchanged >= maxPolls) {
      throw new StoreError('refused', 'The server couldn’t send the whole file.');
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

/** Undefined while the connection is lost: the browser's download may survive that. */
async function statusOf(archives: Archives, id: string, unanswered: number) {
  try {
    const status = await archives.status(id);
    if (status === null) throw new StoreError('missing', 'This download no longer exists.');
    return status;
  } catch (error) {
    const isDown = error instanceof StoreError && error.problem === 'unreachable';
    if (!isDown || unanswered >= MAX_POLLS_UNCHANGED) throw error;
    return undefined;
  }
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled();
}

function cancelled(): StoreError {
  return new StoreError('cancelled', 'The download was canceled.');
}
