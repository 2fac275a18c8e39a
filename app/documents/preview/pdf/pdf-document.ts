import {
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  PDFWorker,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { PreviewError } from '../problem.ts';
import type { RemoteFile } from '../remote-file.ts';

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Put there by the build, from the package (scripts/assets/pdf-assets.mjs). */
const ASSETS = `/assets/pdfjs-${version}/`;
/** The segments in which the server keeps files. */
const CHUNK_BYTES = 256 * 1024;
/** A4 at 600 dots an inch has 35 million. */
const MAX_IMAGE_DOTS = 120_000_000;

export interface PdfEvents {
  /** The document is locked. `isRetry`: the last password was not the one. */
  onLocked: (unlock: (password: string) => void, isRetry: boolean) => void;
  /** A part of it could not be fetched. */
  onFailed: (error: unknown) => void;
}

export interface OpenPdf {
  readonly document: Promise<PDFDocumentProxy>;
  close(): void;
}

/**
 * Opens a PDF. It is read in a worker that may fetch nothing (see the policy of that file), drawn on canvases here.
 * Its scripts and forms are never run, its links never followed: the parts of pdf.js that could are not loaded.
 */
export function openPdf(file: RemoteFile, { onLocked, onFailed }: PdfEvents): OpenPdf {
  const leaving = new AbortController();
  // Handed over, because pdf.js would otherwise read hostile bytes in the page if its own worker didn't start.
  const thread = new Worker(workerUrl, { type: 'module' });
  const worker = PDFWorker.create({ port: thread, verbosity: VerbosityLevel.ERRORS });
  const broken = new Promise<never>((_, reject) => {
    thread.onerror = () => reject(new PreviewError('unavailable'));
  });
  const task = getDocument({
    ...sourceOf(file, leaving.signal, onFailed),
    worker,
    verbosity: VerbosityLevel.ERRORS,
    rangeChunkSize: CHUNK_BYTES,
    disableAutoFetch: true,
    enableXfa: false,
    disableWorkerRendering: true,
    useWorkerFetch: false,
    maxImageSize: MAX_IMAGE_DOTS,
    cMapUrl: `${ASSETS}cmaps/`,
    standardFontDataUrl: `${ASSETS}standard_fonts/`,
    wasmUrl: `${ASSETS}wasm/`,
  });
  task.onPassword = (unlock: (password: string) => void, reason: number) => onLocked(unlock, reason === 2);
  return {
    document: Promise.race([task.promise, broken]),
    close() {
      leaving.abort();
      const end = () => {
        worker.destroy();
        thread.terminate();
      };
      task.destroy().then(end, end);
    },
  };
}

function sourceOf(file: RemoteFile, signal: AbortSignal, onFailed: (error: unknown) => void) {
  // pdf.js takes the memory with it; a second attempt still needs it.
  const head = file.head.slice();
  if (head.length >= file.size) return { data: head };
  return { range: new RemoteRanges(file, head, signal, onFailed) };
}

/** Fetches the parts that pdf.js asks for, and no others: 300 MB are opened with a few of them. */
class RemoteRanges extends PDFDataRangeTransport {
  readonly #file: RemoteFile;
  readonly #signal: AbortSignal;
  readonly #onFailed: (error: unknown) => void;

  constructor(file: RemoteFile, head: Uint8Array, signal: AbortSignal, onFailed: (error: unknown) => void) {
    super(file.size, head);
    this.#file = file;
    this.#signal = signal;
    this.#onFailed = onFailed;
  }

  override requestDataRange(begin: number, end: number): void {
    this.#file.range(begin, end, this.#signal).then(
      (chunk) => this.onDataRange(begin, chunk),
      (error: unknown) => {
        if (!this.#signal.aborted) this.#onFailed(error);
      },
    );
  }
}
