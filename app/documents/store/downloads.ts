import { msg, plural } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { ArchiveOptions, ArchiveProgress } from '../archive/download-archive.ts';
import type { DocumentItem } from './document-store.ts';
import { done, failed, messages, type Outcome } from './messages.ts';
import { isStoreError } from './store-error.ts';

export interface DownloadDeps {
  /** A URL that the browser can download from, for a minute. */
  urlFor: (path: string) => Promise<string>;
  start: (url: string, name: string) => void;
  /** Downloads files and folders as one zip. */
  archive: (paths: readonly string[], options: ArchiveOptions) => Promise<{ skipped: number }>;
}

export interface DownloadOptions {
  onProgress: (text: string) => void;
  signal: AbortSignal;
}

/**
 * Downloads one file by its URL, a folder or several items as a zip. Returns null if there is nothing to report: the
 * browser shows the download itself.
 */
export async function downloadItems(
  deps: DownloadDeps,
  items: readonly DocumentItem[],
  { onProgress, signal }: DownloadOptions,
  t: Translate,
): Promise<Outcome | null> {
  const [only] = items;
  if (!only) return null;
  const isFile = items.length === 1 && only.type === 'file';
  try {
    onProgress(t(msg`Preparing your download...`));
    if (isFile) {
      deps.start(await deps.urlFor(only.path), only.name);
      return null;
    }
    const paths = items.map((item) => item.path);
    const { skipped } = await deps.archive(paths, {
      signal,
      onProgress: (progress) => onProgress(t(progressText(progress))),
    });
    if (skipped === 0) return done(t(messages.downloaded));
    console.warn('Items were skipped: they could not be downloaded', skipped);
    return failed(t(messages.downloadSkipped(skipped)));
  } catch (error) {
    if (isStoreError(error, 'cancelled')) return null;
    console.warn('A download failed', error);
    if (items.length > 1) return failed(t(messages.downloadSelectedError));
    const texts = isStoreError(error, 'unreachable') ? messages.downloadError : messages.downloadRefused;
    return failed(t(texts[only.type]));
  }
}

function progressText({ files, totalFiles, bytes, totalBytes }: ArchiveProgress) {
  const percent = totalBytes === 0 ? 0 : Math.floor((bytes / totalBytes) * 100);
  return msg`Downloading ${{ files }} of ${plural({ totalFiles }, { one: '# file', other: '# files' })} (${{ percent }} %)...`;
}
