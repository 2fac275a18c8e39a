import Uppy, { type Body, type Meta, type UppyFile } from '@uppy/core';
import Tus from '@uppy/tus';
import { readProblem, StoreError } from '../store/store-error.ts';
import type { Attempt } from './upload-sending.ts';

/**
 * The engine under the uploads: Uppy with TUS. It is loaded with the first file that is chosen. One call is one
 * try; when to try again is decided in upload-sending.ts, which knows what may be sent anew and what goes on.
 */

/** What the hosted service demands of a chunk. */
const CHUNK_BYTES = 6 * 1024 * 1024;
const GENERIC_TYPE = 'application/octet-stream';
const lost = () => new StoreError('unreachable', 'The connection was lost. Please check it and try again.');
const cancelled = () => new StoreError('cancelled', 'Cancelled.');

export interface EngineParts {
  readonly endpoint: string;
  readonly bucket: string;
  /** Asked before each request: a token lives for an hour, an upload may take longer. */
  headers(): Promise<Record<string, string>>;
  log(message: string, error: unknown): void;
}

interface UploadMeta extends Meta {
  bucketName: string;
  objectName: string;
  contentType: string;
  cacheControl: string;
  fingerprint: string;
}
type Sent = UppyFile<UploadMeta, Body>;

/** How a file's upload ended: without a value, or with what went wrong. */
type Ending = (error?: StoreError) => void;

export function createUploadEngine(parts: EngineParts): (attempt: Attempt) => Promise<void> {
  const uppy = new Uppy<UploadMeta, Body>({ logger: quiet, allowMultipleUploadBatches: true });
  const endings = new Map<string, Ending>();
  const watchers = new Map<string, (sent: number) => void>();
  let attempts = 0;

  uppy.use(Tus<UploadMeta, Body>, {
    endpoint: parts.endpoint,
    chunkSize: CHUNK_BYTES,
    uploadDataDuringCreation: true,
    limit: 8,
    retryDelays: [],
    allowedMetaFields: ['bucketName', 'objectName', 'contentType', 'cacheControl', 'fingerprint'],
    // Names of documents have no business in the browser's storage: the server knows what is unfinished.
    storeFingerprintForResuming: false,
    urlStorage: noStorage,
    async onBeforeRequest(request) {
      for (const [name, value] of Object.entries(await parts.headers())) request.setHeader(name, value);
    },
  });
  const tus = uppy.getPlugin<Tus<UploadMeta, Body>>('Tus');

  uppy.on('upload-progress', (file, { bytesUploaded }) => {
    if (file) watchers.get(file.id)?.(bytesUploaded);
  });
  uppy.on('upload-success', (file) => file && endings.get(file.id)?.());
  uppy.on('upload-error', (file, error, response) => {
    if (file) endings.get(file.id)?.(problemOf(error, response));
  });

  function add({ file, fingerprint, key, url, onUrl }: Attempt): string {
    attempts += 1;
    const id = uppy.addFile({
      // Its own name and type are in the metadata below; this only tells one try from the next.
      name: `upload-${attempts}`,
      type: GENERIC_TYPE,
      data: file,
      meta: {
        bucketName: parts.bucket,
        objectName: key,
        contentType: file.type || GENERIC_TYPE,
        cacheControl: '3600',
        fingerprint,
      },
    });
    uppy.setFileState(id, {
      tus: {
        // Without an endpoint an upload that is to go on never begins anew by itself.
        ...(url === null ? {} : { uploadUrl: url, endpoint: '' }),
        onUploadUrlAvailable: () => {
          const given = tus?.uploaders[id]?.url;
          if (given) onUrl(given);
        },
      },
    } satisfies Partial<Sent>);
    return id;
  }

  /** Takes it off, and lets the server forget what it has if it was cancelled. */
  function drop(id: string, terminate: boolean): void {
    const upload = tus?.uploaders[id];
    // Ended here, and not by the plugin: it would leave a refusal of the server unheard.
    if (tus) tus.uploaders[id] = null;
    if (uppy.getFile(id)) uppy.removeFile(id);
    upload?.abort(terminate).catch((error: unknown) => parts.log('A cancelled upload is still there', error));
  }

  return async (attempt) => {
    const { file, signal } = attempt;
    if (signal.aborted) throw cancelled();
    if (!(await isReadable(file))) {
      throw new StoreError('refused', 'This file can’t be read any more. Please choose it again.');
    }
    const id = add(attempt);
    let stop = () => {};
    try {
      await new Promise<void>((resolve, reject) => {
        endings.set(id, (error) => (error ? reject(error) : resolve()));
        watchers.set(id, attempt.onProgress);
        stop = () => reject(cancelled());
        signal.addEventListener('abort', stop, { once: true });
        uppy.upload().catch((error: unknown) => {
          parts.log('The upload engine failed', error);
          reject(lost());
        });
      });
    } finally {
      signal.removeEventListener('abort', stop);
      endings.delete(id);
      watchers.delete(id);
      drop(id, signal.aborted);
    }
  };
}

/** A file that was changed, deleted or left in the cloud since it was chosen looks like a lost connection. */
async function isReadable(file: Blob): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

function problemOf(error: unknown, response: { status: number; body?: unknown } | undefined): StoreError {
  if (response === undefined || response.status === 0 || response.status >= 500) return lost();
  const request: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'originalRequest') : null;
  const method = hasMethod(request) ? request.getMethod() : '';
  return readProblem(response.status, textOf(response.body), method === 'POST');
}

function hasMethod(request: unknown): request is { getMethod(): string } {
  return typeof request === 'object' && request !== null && 'getMethod' in request;
}

function textOf(body: unknown): string {
  const xhr: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'xhr') : null;
  return xhr instanceof XMLHttpRequest && xhr.responseType === '' ? xhr.responseText : '';
}

const noStorage = {
  findAllUploads: () => Promise.resolve([]),
  findUploadsByFingerprint: () => Promise.resolve([]),
  removeUpload: () => Promise.resolve(),
  addUpload: () => Promise.resolve(''),
};

/** Lost connections are nothing for the console; what matters comes back as an error. */
const quiet = { debug: () => {}, warn: () => {}, error: () => {} };
