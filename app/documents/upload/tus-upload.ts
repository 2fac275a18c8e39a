import type { DetailedError, HttpRequest } from 'tus-js-client';
import { authSession } from '#app/shared/api/auth-session.ts';
import { isTokenRefusal } from '#app/shared/api/own-fetch.ts';
import { loadOnline } from '#app/shared/browser/load-online.ts';
import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import { msg } from '#domain/language/message.ts';
import { storageHeaders } from '../store/storage-api.ts';
import { connectionLost, readProblem, StoreError } from '../store/store-error.ts';
import { uploadEndpoint } from './unfinished-uploads.ts';
import type { UploadAttempt } from './upload-retry.ts';

/** The storage API accepts exactly this chunk size. */
const CHUNK_BYTES = 6 * 1024 * 1024;

let library: Promise<typeof import('tus-js-client')> | undefined;

/** Loads tus-js-client. Call it early: the import fails once the connection is lost. */
export function loadTus(): Promise<typeof import('tus-js-client')> {
  library ??= loadOnline(() => import('tus-js-client'));
  // After a failure, the next call tries again.
  library.catch(() => {
    library = undefined;
  });
  return library;
}

/**
 * One attempt to upload a file: a new upload, or the rest of the one at `url`. Retries are in upload-retry.ts, because
 * those of tus-js-client start over when a response is lost. An aborted upload is also deleted on the server.
 *
 * @throws StoreError `missing` if there is no upload at `url`, `cancelled` if the signal aborts, or another problem
 */
export async function uploadWithTus(attempt: UploadAttempt): Promise<void> {
  const { file, fingerprint, key, url, signal, onUrl, onProgress } = attempt;
  if (!(await isReadable(file))) {
    throw new StoreError('refused', msg`We can’t read this file anymore. Please choose it again.`);
  }
  const { Upload } = await loadTus().catch((error: unknown) => {
    console.warn('The upload library could not be loaded', error);
    throw connectionLost();
  });
  if (signal.aborted) throw cancelled();

  let onAbort = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      // Without an endpoint, tus-js-client does not start over when the upload at `url` is gone.
      ...(url === null ? { endpoint: uploadEndpoint() } : { uploadUrl: url }),
      chunkSize: CHUNK_BYTES,
      uploadDataDuringCreation: true,
      retryDelays: null,
      // File names must not get into the browser's storage. The server lists unfinished uploads.
      storeFingerprintForResuming: false,
      metadata: {
        bucketName: DOCUMENTS_BUCKET,
        objectName: key,
        contentType: file.type || 'application/octet-stream',
        cacheControl: '3600',
        fingerprint,
      },
      onBeforeRequest: async (request) => {
        // An upload that is aborted right after start() would still send its first request.
        if (signal.aborted && request.getMethod() !== 'DELETE') throw cancelled();
        await authorize(request);
      },
      onUploadUrlAvailable: () => {
        if (upload.url !== null) onUrl(upload.url);
      },
      onProgress,
      onSuccess: () => resolve(),
      onError: (error) => void problemOf(error).then(reject),
    });
    onAbort = () => {
      reject(cancelled());
      upload.abort(true).catch((error: unknown) => {
        console.warn('A cancelled upload could not be deleted on the server', error);
      });
    };
    signal.addEventListener('abort', onAbort, { once: true });
    upload.start();
  });
  await ended.finally(() => signal.removeEventListener('abort', onAbort));
}

/** Sets the headers anew for each request: an upload may outlast its access token. */
async function authorize(request: HttpRequest): Promise<void> {
  for (const [name, value] of Object.entries(await storageHeaders())) request.setHeader(name, value);
}

/** Without this check, a file that was changed or deleted after it was chosen looks like a lost connection. */
async function isReadable(file: Blob): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** A request that was refused because the session is over is sent again, with another token. */
async function problemOf(error: Error | DetailedError): Promise<StoreError> {
  const problem = toStoreError(error);
  if (!('originalRequest' in error) || !isTokenRefusal(error.originalResponse?.getBody() ?? ''))
    return problem;
  const token = error.originalRequest.getHeader('authorization')?.replace('Bearer ', '') ?? '';
  await authSession
    .renew(token)
    .catch((failure: unknown) => console.warn('The refused session could not be checked', failure));
  return new StoreError('busy', problem.reason);
}

function toStoreError(error: Error | DetailedError): StoreError {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  if (!('originalRequest' in error) || response === null || status === 0 || status >= 500) {
    return connectionLost();
  }
  return readProblem(status, response.getBody(), error.originalRequest.getMethod() === 'POST');
}

function cancelled(): StoreError {
  return new StoreError('cancelled', 'Canceled.');
}
