/** `session` lasts as long as the tab; `local` is shared by all tabs of the browser and lasts. */
export type StorageArea = 'session' | 'local';

/** A value in the browser's storage. Nothing here throws: a browser may refuse storage, and the app works without. */
export interface StoredValue<Value> {
  /** Null if there is none, or none that this version of the app can use. */
  read: () => Value | null;
  save: (value: Value) => void;
  clear: () => void;
}

/**
 * A value stored as JSON. `parse` gets what was read back, which an older version of the app or anyone at the keyboard
 * may have written, and returns null for what is unusable. For a zod schema: `(value) => schema.safeParse(value).data
 * ?? null`. It is not always one, because public pages and the login load without zod.
 */
export function storedJson<Value>(
  area: StorageArea,
  key: string,
  parse: (value: unknown) => Value | null,
): StoredValue<Value> {
  const text = storedText(area, key);
  return {
    read: () => attempt(() => parse(JSON.parse(text.read() ?? 'null'))),
    save: (value) => text.save(JSON.stringify(value)),
    clear: text.clear,
  };
}

export function storedText(area: StorageArea, key: string): StoredValue<string> {
  // Looked up on each use: reading `window.sessionStorage` itself throws where storage is refused.
  const storage = () => (area === 'session' ? sessionStorage : localStorage);
  return {
    read: () => attempt(() => storage().getItem(key)),
    save: (value) => void attempt(() => storage().setItem(key, value)),
    clear: () => void attempt(() => storage().removeItem(key)),
  };
}

/** The keys in the storage that begin with this. */
export function storedKeys(area: StorageArea, start: string): string[] {
  const storage = () => (area === 'session' ? sessionStorage : localStorage);
  return attempt(() => Object.keys(storage()).filter((key) => key.startsWith(start))) ?? [];
}

/** Whether the browser keeps values for this site. Some refuse it, or have no room for it in private windows. */
export function isStorageKept(area: StorageArea): boolean {
  const probe = storedText(area, 'nutmeg.probe');
  probe.save('kept');
  const isKept = probe.read() === 'kept';
  probe.clear();
  return isKept;
}

/** `JSON.parse` result as an object with unknown fields, or null. */
export function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}

function attempt<Result>(action: () => Result): Result | null {
  try {
    return action();
  } catch {
    return null;
  }
}
