import { storageKey } from '#domain/documents/folders.ts';
import { openPdf } from './pdf/pdf-document.ts';
import { PreviewError } from './problem.ts';
import { viewLink } from './use-content.ts';

export type WholePdf = Awaited<ReturnType<typeof openWholePdf>>;

/** Fetches and opens a document that is read to its end. The server records a view. Throws `PreviewError`. */
export async function openWholePdf(ownerId: string, path: string, signal: AbortSignal) {
  const response = await fetch(await viewLink(storageKey(ownerId, path)), { signal });
  if (!response.ok) throw new PreviewError('unreachable');
  const bytes = new Uint8Array(await response.arrayBuffer());
  const file = {
    size: bytes.length,
    head: bytes,
    range: async (begin: number, end: number) => bytes.slice(begin, end),
  };
  const opened = openPdf(file, { onLocked: () => undefined, onFailed: () => undefined });
  const pdf = await opened.document;
  return { bytes, pdf, close: () => opened.close() };
}
