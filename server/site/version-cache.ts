interface Options<Value> {
  make: (key: string) => Promise<Value>;
  /** What values are made from. A value is used only as long as this number stays the same. */
  version: () => number;
  /** Called if a value can't be made but an older one is served. */
  onError: (error: unknown, key: string) => void;
}

interface Entry<Value> {
  version: number;
  value: Promise<Value>;
}

/**
 * Keeps one value per key in memory. If a new one can't be made, callers get the last one, and the next caller tries
 * again. The caller bounds the number of keys.
 */
export function createVersionCache<Value>({ make, version, onError }: Options<Value>) {
  const entries = new Map<string, Entry<Value>>();

  /** Makes the value once per version, however many callers wait for it. */
  function get(key: string): Promise<Value> {
    const known = entries.get(key);
    if (known?.version === version()) return known.value;
    const entry: Entry<Value> = { version: version(), value: make(key) };
    entry.value = entry.value.catch((error: unknown) => {
      if (entries.get(key) === entry) {
        if (known) entries.set(key, { ...known, version: Number.NaN });
        else entries.delete(key);
      }
      if (!known) throw error;
      onError(error, key);
      return known.value;
    });
    entries.set(key, entry);
    return entry.value;
  }

  return {
    get,
    /** Makes the known values again if the version has changed, one after the other. */
    refresh: async () => {
      for (const key of [...entries.keys()]) await get(key).catch((error: unknown) => onError(error, key));
    },
  };
}
