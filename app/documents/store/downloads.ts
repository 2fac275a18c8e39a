import type { ArchiveOptions, ArchiveProgress } from '../archive/download-archive.ts';
import type { DocumentItem } from './document-store.ts';
import { done, failed, messages, type Outcome } from './messages.ts';
import { isStoreError } from './store-error.ts';

export interface DownloadParts {
  /** An address that the browser can download from, for a minute. */
  urlOf: (path: string) => Promise<string>;
  start: (url: string, name: string) => void;
  /** Everything under these paths as one zip. */
  archive: (paths: readonly string[], options: ArchiveOptions) => Promise<{ skipped: number }>;
}

export interface DownloadWatch {
  onProgress: (text: string) => void;
  signal: AbortSignal;
}

/**
 * One file by its own address, a folder or several items as a zip. Null where there is nothing to say: the browser
 * shows its downloads itself.
 */
export async function downloadItems(
  parts: DownloadParts,
  items: readonly DocumentItem[],
  { onProgress, signal }: DownloadWatch,
): Promise<Outcome | null> {
  const [only] = items;
  if (!only) return null;
  const isFile = items.length === 1 && only.type === 'file';
  try {
    onProgress('Preparing the download...');
    if (isFile) {
      parts.start(await parts.urlOf(only.path), only.name);
      return null;
    }
    const paths = items.map((item) => item.path);
    const { skipped } = await parts.archive(paths, {
      signal,
      onProgress: (progress) => onProgress(progressText(progress)),
    });
    if (skipped === 0) return done(messages.downloaded);
    console.warn('Items were skipped: they could not be downloaded', skipped);
    return failed(messages.downloadSkipped(skipped));
  } catch (error) {
    if (isStoreError(error, 'cancelled')) return null;
    console.warn('A download failed', error);
    if (items.length > 1) return failed(messages.downloadSelectedError);
    const text = isStoreError(error, 'unreachable') ? messages.downloadError : messages.downloadRefused;
    return failed(text(only.type));
  }
}

function progressText({ files, totalFiles, bytes, totalBytes }: ArchiveProgress): string {
  const percent = totalBytes === 0 ? 0 : Math.floor((bytes / totalBytes) * 100);
  return `Downloading ${files} of ${totalFiles === 1 ? '1 file' : `${totalFiles} files`} (${percent} %)...`;
}
