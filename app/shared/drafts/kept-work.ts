import { storedText } from './stored-value.ts';

/**
 * What a person had typed when their session ended. It stays in the open pages, and here for a reload: in this tab's
 * storage, sealed by a key that the server gives to this person only. After the next login it is opened again.
 */

/** `undefined`: there is nothing to keep. */
type Read = (userId: string) => unknown;

const sources = new Map<string, Read>();

/** `read` returns what has to be kept, as JSON, when a session ends. `takeKept` of the same name gives it back. */
export function keepWork(name: string, read: Read): void {
  sources.set(name, read);
}

export const keptOf = (userId: string) => storedText('session', `nutmeg.kept.${userId}`);
const keys = new Map<string, string>();

export const keyOf = (userId: string): string | undefined => keys.get(userId);

let storing: Promise<void> = Promise.resolve();

export const keptWork = {
  /** Notes the key of a session. It is gone from the storage when the session has ended. */
  know(session: { user: { id: string }; draft_key?: unknown }): void {
    if (typeof session.draft_key === 'string') keys.set(session.user.id, session.draft_key);
  },

  /** Keeps what is typed now. */
  store(userId: string): void {
    const entries = [...sources].map(([name, read]) => [name, read(userId)] as const);
    const work = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    const key = keys.get(userId);
    if (key === undefined || Object.keys(work).length === 0) return;
    storing = seal(key, JSON.stringify(work)).then(
      (text) => keptOf(userId).save(text),
      (error: unknown) => console.warn('What was typed could not be kept for a reload', error),
    );
  },

  /** The pages are still open, or the person has logged out. */
  forget(userId: string): void {
    storing = storing.then(() => keptOf(userId).clear());
  },
};

export const AES = 'AES-GCM';
export const IV_BYTES = 12;

export const imported = (key: string) =>
  // Not in a browser that got the page without TLS.
  crypto.subtle.importKey('raw', bytesOf(key.replaceAll('-', '+').replaceAll('_', '/')), AES, false, [
    'encrypt',
    'decrypt',
  ]);

async function seal(key: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const data = new TextEncoder().encode(text);
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: AES, iv }, await imported(key), data));
  return btoa(Array.from([...iv, ...sealed], (byte) => String.fromCharCode(byte)).join(''));
}

export const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
