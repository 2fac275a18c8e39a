import { withSuffix } from '#domain/documents/file-names.ts';
import { isStoreError, refusal } from '../store/store-error.ts';

export interface SendFileOptions {
  readonly file: Blob;
  readonly fingerprint: string;
  /** The object's key for a file name. */
  keyOf(name: string): string;
  readonly name: string;
  /** The URL of an unfinished upload of the same file, to resume. */
  readonly url: string | null;
  readonly signal: AbortSignal;
  onProgress(sentBytes: number): void;
  onOffline(isOffline: boolean): void;
  /** The file will be stored under another name. */
  onName(name: string): void;
}

export interface UploadAttempt {
  readonly file: Blob;
  readonly fingerprint: string;
  readonly key: string;
  /** Null to create a new upload. */
  readonly url: string | null;
  readonly signal: AbortSignal;
  onUrl(url: string): void;
  onProgress(sentBytes: number): void;
}

export interface SendFileDeps {
  /** Throws a StoreError; `missing` if the server knows no upload at the URL. */
  attempt(attempt: UploadAttempt): Promise<void>;
  /** The URL of an upload that was created, but whose response was lost. */
  findUrl(key: string): Promise<string | null>;
  /** Whether the object at this key has the bytes of the file. */
  isStored(key: string, file: Blob): Promise<boolean>;
  /** Resolves after some time, or when the device is online again; rejects if the signal aborts. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
  isOffline(): boolean;
  suffix(): string;
}

/** Five minutes altogether: enough for a restart of the server, or for a train in a tunnel. */
const RETRY_DELAYS_MS = [500, 1000, 2000, 3000, 5000, 5000, ...Array.from({ length: 28 }, () => 10_000)];

/**
 * Uploads a file, retrying after lost connections. A taken name gets a suffix, once.
 *
 * @returns the name under which the file was stored
 */
export async function sendFile(deps: SendFileDeps, options: SendFileOptions): Promise<string> {
  const first = await sendUnderName(deps, options, options.name, options.url);
  if (first === 'stored') return options.name;
  const name = withSuffix(options.name, deps.suffix());
  options.onName(name);
  options.onProgress(0);
  if ((await sendUnderName(deps, options, name, null)) === 'stored') return name;
  throw refusal({ statusCode: '409', code: 'KeyAlreadyExists' });
}

async function sendUnderName(
  deps: SendFileDeps,
  options: SendFileOptions,
  name: string,
  startUrl: string | null,
): Promise<'stored' | 'taken'> {
  const { file, fingerprint, signal } = options;
  const key = options.keyOf(name);
  let url = startUrl;
  let failures = 0;
  let maxSent = 0;
  let mayBeStored = false;
  for (;;) {
    try {
      await deps.attempt({
        file,
        fingerprint,
        key,
        url,
        signal,
        onUrl: (given) => {
          url = given;
        },
        onProgress: (sent) => {
          if (sent > maxSent) {
            maxSent = sent;
            failures = 0;
          }
          options.onOffline(false);
          options.onProgress(sent);
        },
      });
      options.onOffline(false);
      return 'stored';
    } catch (error) {
      if (isStoreError(error, 'taken')) {
        // An earlier attempt may have stored the file, and its response was lost.
        return mayBeStored && (await deps.isStored(key, file)) ? 'stored' : 'taken';
      }
      if (isStoreError(error, 'missing') && url !== null) {
        url = null;
        mayBeStored = true;
        continue;
      }
      const isBusy = isStoreError(error, 'busy');
      if (!isBusy && !isStoreError(error, 'unreachable')) throw error;
      mayBeStored = true;
      const delay = RETRY_DELAYS_MS[failures];
      if (delay === undefined) throw error;
      // While the device is offline, retries don't count.
      if (!deps.isOffline()) failures += 1;
      if (!isBusy) options.onOffline(true);
      await deps.pause(isBusy ? Math.min(delay, 1000) : delay, signal);
      url ??= await deps.findUrl(key).catch(() => null);
    }
  }
}
