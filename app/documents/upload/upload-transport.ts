import { supabase } from '#app/shared/api/supabase.ts';
import { lastStepOf, parentOf, storageKey } from '#domain/documents/folders.ts';
import { BUCKET, storeHeaders } from '../store/send-object.ts';
import { StoreError } from '../store/store-error.ts';
import { randomSuffix } from '../store/suffix.ts';
import type { KnownDocument } from './duplicate-finder.ts';
import { hashOf } from './upload-fingerprint.ts';
import type { UploadJob, UploadTarget } from './upload-job.ts';
import type { SendOptions } from './upload-queue.ts';
import { type Attempt, sendFile } from './upload-sending.ts';
import {
  discardUnfinished,
  listUnfinished,
  type Unfinished,
  uploadEndpoint,
  uploadUrl,
} from './upload-unfinished.ts';

/** How a file gets from this page to the server: the uploads' hands, without their memory. */

const log = (message: string, error: unknown) => console.warn(message, error);
const PAGE = 1000;
/** The server needs a moment to notice that the other end hung up. */
const HANG_UP_MS = 2000;
/** Some devices are connected again and forget to say so. */
const OFFLINE_MS = 5000;

let engine: Promise<(attempt: Attempt) => Promise<void>> | undefined;

/** The engine weighs more than everything else here: it comes once the screen is there, and before a line may break. */
export function loadEngine(): Promise<(attempt: Attempt) => Promise<void>> {
  engine ??= import('./upload-engine.ts').then(({ createUploadEngine }) =>
    createUploadEngine({
      endpoint: uploadEndpoint(),
      bucket: BUCKET,
      headers: () => storeHeaders(supabase),
      log,
    }),
  );
  // It may have been the connection: the next file tries again.
  engine.catch(() => {
    engine = undefined;
  });
  return engine;
}

/** The uploads that were unfinished before the first file of this batch set out. */
const before = new Map<string, Promise<Unfinished[]>>();

function unfinishedBefore(ownerId: string): Promise<Unfinished[]> {
  const known = before.get(ownerId) ?? listUnfinished(ownerId);
  before.set(ownerId, known);
  return known.catch((error: unknown) => {
    // Then it is sent from its beginning.
    log('The unfinished uploads could not be listed', error);
    before.delete(ownerId);
    return [];
  });
}

/** All is quiet: the next batch asks anew. */
export function forgetUnfinished(): void {
  before.clear();
}

export async function sendUpload(
  { target, name }: Pick<UploadJob, 'target' | 'name'>,
  file: File,
  fingerprint: string,
  options: SendOptions,
): Promise<string> {
  const { ownerId, folder } = target;
  const list = await unfinishedBefore(ownerId);
  const i = list.findIndex((one) => one.fingerprint === fingerprint && parentOf(one.path) === folder);
  // Taken off: the same file chosen twice goes on once.
  const [started] = i < 0 ? [] : list.splice(i, 1);
  const startName = started ? lastStepOf(started.path) : name;
  if (startName !== name) options.onName(startName);
  let last: Attempt | undefined;
  try {
    return await sendFile(
      {
        attempt: async (attempt) => {
          last = attempt;
          const send = await loadEngine().catch((error: unknown) => {
            log('The upload engine could not be loaded', error);
            throw new StoreError('unreachable', 'The connection was lost. Please check it and try again.');
          });
          await send(attempt);
        },
        find: findStarted,
        isStored,
        pause,
        isOffline: () => !navigator.onLine,
        suffix: randomSuffix,
      },
      {
        ...options,
        file,
        fingerprint,
        name: startName,
        key: (its) => storageKey(ownerId, folder, its),
        url: started ? uploadUrl(started.id) : null,
      },
    );
  } finally {
    if (options.signal.aborted && last) void discardStarted(last.key, fingerprint);
  }
}

async function startedAt(key: string, fingerprint: string): Promise<Unfinished | undefined> {
  const ownerId = key.split('/')[0] ?? '';
  const list = await listUnfinished(ownerId);
  return list.find((one) => one.fingerprint === fingerprint && storageKey(ownerId, one.path) === key);
}

async function findStarted(key: string, fingerprint: string): Promise<string | null> {
  const started = await startedAt(key, fingerprint);
  return started ? uploadUrl(started.id) : null;
}

/** Cancelled before the server had said where the upload is: it must not be offered to go on later. */
async function discardStarted(key: string, fingerprint: string): Promise<void> {
  try {
    await new Promise((resolve) => setTimeout(resolve, HANG_UP_MS));
    const started = await startedAt(key, fingerprint);
    if (started) await discardUnfinished(started.id);
  } catch (error) {
    log('A cancelled upload could not be discarded', error);
  }
}

async function isStored(key: string, file: Blob): Promise<boolean> {
  const { data, error } = await supabase
    .from('file_uploads')
    .select('file_size, sha256')
    .eq('file_path', key)
    .maybeSingle();
  if (error) throw error;
  return data !== null && data.file_size === file.size && data.sha256 === (await hashOf(file));
}

/** What lies in a folder, by its bytes. */
export async function knownDocuments({ ownerId, folder }: UploadTarget): Promise<KnownDocument[]> {
  const all: KnownDocument[] = [];
  for (;;) {
    const files = supabase
      .from('file_uploads')
      .select('file_name, file_size, sha256')
      .eq('user_id', ownerId)
      .order('file_path')
      .range(all.length, all.length + PAGE - 1);
    const { data, error } = await (folder === ''
      ? files.is('parent_folder', null)
      : files.eq('parent_folder', folder));
    if (error) throw error;
    all.push(...data.map((row) => ({ name: row.file_name, size: row.file_size, sha256: row.sha256 })));
    if (data.length < PAGE) return all;
  }
}

/** Resolves when the device says that it is connected. */
export async function whenConnected(
  signal: AbortSignal,
  onOffline: (isOffline: boolean) => void,
): Promise<void> {
  while (!navigator.onLine) {
    onOffline(true);
    await pause(OFFLINE_MS, signal);
  }
  onOffline(false);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = () => {
      clearTimeout(timer);
      window.removeEventListener('online', wake);
      signal.removeEventListener('abort', wake);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    window.addEventListener('online', wake);
    signal.addEventListener('abort', wake);
  });
}
