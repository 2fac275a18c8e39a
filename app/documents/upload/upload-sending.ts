import { withSuffix } from '#domain/documents/file-names.ts';
import { isStoreError, StoreError } from '../store/store-error.ts';

/** A file on its way, over lost connections and restarts of the server, until it has arrived or can't. */

export interface Order {
  readonly file: Blob;
  readonly fingerprint: string;
  /** The whole key of the object. */
  key(name: string): string;
  readonly name: string;
  /** Where an earlier upload of the same file stopped, if there was one. */
  readonly url: string | null;
  readonly signal: AbortSignal;
  onProgress(sent: number): void;
  /** The connection is away (true), or there again. */
  onOffline(isOffline: boolean): void;
  onName(name: string): void;
}

export interface Attempt {
  readonly file: Blob;
  readonly fingerprint: string;
  readonly key: string;
  readonly url: string | null;
  readonly signal: AbortSignal;
  onUrl(url: string): void;
  onProgress(sent: number): void;
}

export interface SendingParts {
  /** One try. Throws a StoreError; `missing` means that the server knows nothing of an upload at this address. */
  attempt(attempt: Attempt): Promise<void>;
  /** The address of an upload that was begun, where the answer with it was lost. */
  find(key: string, fingerprint: string): Promise<string | null>;
  /** Whether the object at this key holds these bytes. */
  isStored(key: string, file: Blob): Promise<boolean>;
  /** Resolves after a while, or when the device is connected again; rejects with the signal. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
  isOffline(): boolean;
  suffix(): string;
}

/** Some minutes: a server that restarts, a train in a tunnel. */
const delays = [500, 1000, 2000, 3000, 5000, 5000, ...Array.from({ length: 28 }, () => 10_000)];

/** Resolves with the name under which the file has arrived. */
export async function sendFile(parts: SendingParts, order: Order): Promise<string> {
  const first = await sendAs(parts, order, order.name, order.url);
  if (first === 'arrived') return order.name;
  // Exactly one more try: who meets two taken names at random has another problem.
  const name = withSuffix(order.name, parts.suffix());
  order.onName(name);
  order.onProgress(0);
  if ((await sendAs(parts, order, name, null)) === 'arrived') return name;
  throw new StoreError('taken', 'The resource already exists');
}

async function sendAs(
  parts: SendingParts,
  order: Order,
  name: string,
  start: string | null,
): Promise<'arrived' | 'taken'> {
  const { file, fingerprint, signal } = order;
  const key = order.key(name);
  let url = start;
  let failures = 0;
  let most = 0;
  let wasLost = false;
  for (;;) {
    try {
      await parts.attempt({
        file,
        fingerprint,
        key,
        url,
        signal,
        onUrl: (given) => {
          url = given;
        },
        onProgress: (sent) => {
          if (sent > most) {
            most = sent;
            failures = 0;
          }
          order.onOffline(false);
          order.onProgress(sent);
        },
      });
      order.onOffline(false);
      return 'arrived';
    } catch (error) {
      if (isStoreError(error, 'taken')) {
        // The answer to an earlier try may have been lost after the file had arrived.
        return wasLost && (await parts.isStored(key, file)) ? 'arrived' : 'taken';
      }
      if (isStoreError(error, 'missing') && url !== null) {
        url = null;
        wasLost = true;
        continue;
      }
      const isBusy = isStoreError(error, 'busy');
      if (!isBusy && !isStoreError(error, 'unreachable')) throw error;
      wasLost = true;
      const delay = delays[failures];
      if (delay === undefined) throw error;
      // Offline the clock stands still: it goes on when the device says so.
      if (!parts.isOffline()) failures += 1;
      if (!isBusy) order.onOffline(true);
      await parts.pause(isBusy ? Math.min(delay, 1000) : delay, signal);
      url ??= await parts.find(key, fingerprint).catch(() => null);
    }
  }
}
