import {
  type DetailedError,
  type HttpRequest,
  type HttpResponse,
  type PreviousUpload,
  Upload,
} from 'tus-js-client';
import { authSession } from '#app/shared/api/auth-session.ts';
import { dataOf } from '#app/shared/api/done.ts';
import { isTokenRefusal } from '#app/shared/api/own-fetch.ts';
import { rest } from '#app/shared/api/rest.ts';
import { withSuffix } from '#domain/documents/file-names.ts';
import { DOCUMENTS_BUCKET, lastStepOf, parentOf, storageKey } from '#domain/documents/folders.ts';
import { randomSuffix, storageHeaders } from '../store/storage-api.ts';
import { connectionLost, isStoreError, readProblem, StoreError, unreadable } from '../store/store-error.ts';
import { hashOf } from './duplicates/fingerprint.ts';
import { whenOnline } from './online.ts';
import { listUnfinished, type UnfinishedUpload, uploadEndpoint, uploadUrl } from './unfinished-uploads.ts';
import type { UploadJob, UploadTarget } from './upload-job.ts';
import type { SendOptions } from './upload-queue.ts';

/** The storage API accepts exactly this chunk size. */
const CHUNK_BYTES = 6 * 1024 * 1024;
/**
 * Five minutes altogether: enough for a restart of the server, or for a train in a tunnel. They begin anew when bytes
 * have arrived, and don't count while the device is offline.
 */
const RETRY_DELAYS_MS = [500, 1000, 2000, 3000, 5000, 5000, ...Array.from({ length: 28 }, () => 10_000)];
/** How long the server may take to notice that a connection was closed. */
const DISCONNECT_MS = 2000;

/**
 * Uploads a file, or the rest of an unfinished upload of it. A taken name gets a suffix, once.
 *
 * @returns the name under which the file was stored
 */
export async function sendUpload(
  { target, name }: Pick<UploadJob, 'target' | 'name'>,
  file: File,
  fingerprint: string,
  options: SendOptions,
): Promise<string> {
  const unfinished = await takeUnfinished(target, fingerprint);
  let most = 0;
  const onProgress = (sent: number) => {
    most = Math.max(most, sent);
    options.onOffline(false);
    options.onProgress(most);
  };
  async function sendAs(itsName: string, begun?: UnfinishedUpload): Promise<string> {
    if (itsName !== name) options.onName(itsName);
    const key = storageKey(target.ownerId, target.folder, itsName);
    await send({ ...options, onProgress, file, fingerprint, key }, begun);
    return itsName;
  }
  const firstName = unfinished ? lastStepOf(unfinished.path) : name;
  try {
    return await sendAs(firstName, unfinished).catch((error: unknown) => {
      if (!isStoreError(error, 'taken')) throw error;
      return sendAs(withSuffix(firstName, randomSuffix()));
    });
  } catch (error) {
    // Sent again, it goes on with what has arrived.
    unfinishedAtStart.delete(target.ownerId);
    throw error;
  }
}

interface Sending extends Omit<SendOptions, 'onName'> {
  readonly file: File;
  readonly fingerprint: string;
  readonly key: string;
}

/**
 * Uploads a file to one key. tus-js-client tries again, and asks for the offset before it does. This adds only what
 * it can't know: whether an upload whose answer was lost has begun or is stored, and which refusals are final.
 */
async function send(sending: Sending, begun: UnfinishedUpload | undefined): Promise<void> {
  const { file, fingerprint, key, signal, onOffline, onProgress } = sending;
  /** An answer was lost: the upload may have begun, or the file may be stored. */
  let mayBeThere = false;
  let isHeadRefused = false;

  async function beforeRequest(request: HttpRequest): Promise<void> {
    const method = request.getMethod();
    if (method !== 'DELETE') {
      await whenOnline(signal, (isOffline) => isOffline && onOffline(true));
      // A file that was changed or deleted after it was chosen would look like a lost connection.
      await file.slice(0, 1).arrayBuffer().catch(unreadable);
    }
    if (method === 'POST' && mayBeThere) {
      const [previous] = await upload.findPreviousUploads().catch((error: unknown) => {
        // The file is sent anew then: a list that fails must not hold it up.
        console.warn('The unfinished uploads could not be listed', error);
        return [];
      });
      if (previous) {
        upload.resumeFromPreviousUpload(previous);
        // The next attempt asks for its offset.
        throw connectionLost();
      }
    }
    // For each request: an upload may outlast its access token.
    for (const [name, value] of Object.entries(await storageHeaders())) request.setHeader(name, value);
    // Otherwise the library would send a request that was canceled while it was prepared.
    if (method !== 'DELETE') signal.throwIfAborted();
  }

  /** Throws a refusal. */
  async function afterResponse(request: HttpRequest, response: HttpResponse): Promise<void> {
    const [method, status] = [request.getMethod(), response.getStatus()];
    if (status < 400 || method === 'DELETE') return;
    // The library begins a new upload. It would do so after every refusal of a HEAD that is not thrown.
    if (method === 'HEAD' && (status === 404 || status === 410)) {
      mayBeThere = true;
      return;
    }
    if (status >= 500) throw connectionLost();
    const body = response.getBody();
    const problem = readProblem(status, body, method === 'POST');
    // The answer to a HEAD has no body that would say why.
    const isFirstHead = method === 'HEAD' && status === 403 && !isHeadRefused;
    if (!isFirstHead && !isTokenRefusal(body)) throw problem;
    isHeadRefused ||= isFirstHead;
    const token = request.getHeader('authorization')?.replace('Bearer ', '') ?? '';
    await authSession
      .renew(token)
      .catch((error: unknown) => console.warn('The refused session could not be checked', error));
    throw new StoreError('busy', problem.reason);
  }

  const upload: Upload = new Upload(file, {
    endpoint: uploadEndpoint(),
    chunkSize: CHUNK_BYTES,
    uploadDataDuringCreation: true,
    metadata: {
      bucketName: DOCUMENTS_BUCKET,
      objectName: key,
      contentType: file.type || 'application/octet-stream',
      cacheControl: '3600',
      fingerprint,
    },
    fingerprint: async () => fingerprint,
    // The server's list: file names must not get into the browser's storage.
    storeFingerprintForResuming: false,
    urlStorage: {
      findUploadsByFingerprint: () => findPrevious(key, fingerprint),
      findAllUploads: async () => [],
      addUpload: async () => '',
      removeUpload: async () => {},
    },
    retryDelays: RETRY_DELAYS_MS,
    onShouldRetry: (error) => {
      const { problem } = problemOf(error);
      // An upload that is gone is begun anew.
      const isGone = problem === 'missing' && upload.url !== null;
      if (signal.aborted || !(isGone || problem === 'unreachable' || problem === 'busy')) return false;
      if (problem === 'unreachable') onOffline(true);
      mayBeThere = true;
      return true;
    },
    onBeforeRequest: beforeRequest,
    onAfterResponse: afterResponse,
    onProgress,
  });
  if (begun) upload.resumeFromPreviousUpload(asPrevious(begun));

  signal.throwIfAborted();
  let cancel = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      upload.options.onSuccess = () => resolve();
      upload.options.onError = (error) => reject(problemOf(error));
      cancel = () => {
        reject(signal.reason);
        discard(upload).catch((error: unknown) => {
          console.warn('A canceled upload could not be deleted on the server', error);
        });
      };
      signal.addEventListener('abort', cancel);
      upload.start();
    });
  } catch (error) {
    if (!(mayBeThere && isStoreError(error, 'taken') && (await isStored(key, file)))) throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** What `beforeRequest` or `afterResponse` has thrown; anything else is a lost connection. */
function problemOf(error: Error | DetailedError): StoreError {
  const cause = 'causingError' in error ? error.causingError : null;
  return cause instanceof StoreError ? cause : connectionLost();
}

/** Deletes a canceled upload on the server. */
async function discard(upload: Upload): Promise<void> {
  await upload.abort(true);
  if (upload.url !== null) return;
  // It may have begun all the same.
  await new Promise((resolve) => setTimeout(resolve, DISCONNECT_MS));
  const [previous] = await upload.findPreviousUploads();
  if (!previous) return;
  upload.resumeFromPreviousUpload(previous);
  await upload.abort(true);
}

/** By owner: the uploads that were unfinished when the current batch started, or after a failure in it. */
const unfinishedAtStart = new Map<string, Promise<UnfinishedUpload[]>>();

/** Call it after a batch: the next one loads the list again. */
export function forgetUnfinished(): void {
  unfinishedAtStart.clear();
}

/** The unfinished upload of a file, under any name. When the file was chosen twice, only one upload gets it. */
async function takeUnfinished(
  { ownerId, folder }: UploadTarget,
  fingerprint: string,
): Promise<UnfinishedUpload | undefined> {
  const listing = unfinishedAtStart.get(ownerId) ?? listUnfinished(ownerId);
  unfinishedAtStart.set(ownerId, listing);
  try {
    const list = await listing;
    const at = list.findIndex(
      (one) => one.mine && one.fingerprint === fingerprint && parentOf(one.path) === folder,
    );
    return at < 0 ? undefined : list.splice(at, 1)[0];
  } catch (error) {
    // Without the list, every file is sent from its first byte.
    console.warn('The unfinished uploads could not be listed', error);
    unfinishedAtStart.delete(ownerId);
    return undefined;
  }
}

/** The unfinished upload of exactly this file to this key. */
async function findPrevious(key: string, fingerprint: string): Promise<PreviousUpload[]> {
  const ownerId = key.split('/')[0] ?? '';
  const uploads = await listUnfinished(ownerId);
  return uploads
    .filter((one) => one.mine && one.fingerprint === fingerprint && storageKey(ownerId, one.path) === key)
    .map(asPrevious);
}

const asPrevious = ({ id, size, updated_at: at }: UnfinishedUpload): PreviousUpload => ({
  urlStorageKey: id,
  uploadUrl: uploadUrl(id),
  size,
  metadata: {},
  creationTime: at,
  parallelUploadUrls: null,
});

/** Whether the object at this key has the bytes of the file. */
async function isStored(key: string, file: Blob): Promise<boolean> {
  const data = await dataOf(
    rest.from('file_uploads').select('file_size, sha256').eq('file_path', key).maybeSingle(),
  );
  return data !== null && data.file_size === file.size && data.sha256 === (await hashOf(file));
}
