// First, because the library needs them.
import './missing-functions.ts';
import {
  getDocument,
  PDFDataRangeTransport,
  PDFWorker,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PreviewError } from '../problem.ts';
import type { RemoteFile } from '../remote-file.ts';
import PdfWorkerScript from './pdf.worker.min.ts?worker';

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Copied by the build (scripts/assets/pdf-assets.mjs). */
const ASSETS = `/assets/pdfjs-${version}/`;
/** The size of the server's encrypted segments. */
const CHUNK_BYTES = 256 * 1024;
/** A4 at 600 dpi has 35 million. */
const MAX_IMAGE_PIXELS = 120_000_000;

export interface PdfEvents {
  /** The document needs a password. `isRetry`: the last one was wrong. */
  onLocked: (unlock: (password: string) => void, isRetry: boolean) => void;
  /** A part could not be fetched. */
  onFailed: (error: unknown) => void;
}

export type OpenPdf = ReturnType<typeof openPdf>;

/**
 * Opens a PDF. It is parsed in a worker without network access (see the security policy of that file) and drawn on
 * canvases. Scripts, forms, and links don't work: those parts of pdf.js are not loaded.
 */
export function openPdf(file: RemoteFile, { onLocked, onFailed }: PdfEvents) {
  const leaving = new AbortController();
  // Passed in, because pdf.js would parse in the page if its own worker failed to start.
  const thread = new PdfWorkerScript();
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
    maxImageSize: MAX_IMAGE_PIXELS,
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
  // A copy, because pdf.js transfers the buffer to the worker.
  const head = file.head.slice();
  if (head.length >= file.size) return { data: head };
  return { range: new RemoteRanges(file, head, signal, onFailed) };
}

/** Fetches only the ranges that pdf.js requests. */
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
