import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { keyFingerprint } from '#domain/account/recovery-sheet.ts';
import { derivedKey, type Secrets } from './derived-key.ts';
import { decodeKey, ENCRYPTION_KEY_FILE, findMasterKey, loadMasterKey } from './master-key.ts';
import { createSealer, SealBrokenError, type Sealer } from './sealer.ts';

/** Where a master key goes that is no longer the present one. What lies here still opens what it has sealed. */
export const PREVIOUS_KEYS = 'previous';

/**
 * The master keys: the present one seals and signs, and what one of the previous ones has sealed or signed still
 * opens. Keys that are files are looked at again when they change, so that a running server takes on a new key
 * (`portal keys rotate master`) at once.
 */
export interface KeyRing {
  sealer: Sealer;
  /** Seals and opens with the present key only. */
  currentSealer(): Sealer;
  current(): Buffer;
  /** Tells the present key from others: see `keyFingerprint`. */
  fingerprint(): string;
  /** The secrets of one use: see `Secrets`. */
  secrets(label: string): Secrets;
}

interface Place {
  dataDir: string;
  /** In base64, from the configuration; else they are files. */
  encryptionKey: string | undefined;
  previousEncryptionKeys: readonly string[];
}

type Keys = readonly [Buffer, ...Buffer[]];

/** The keys of this installation. The present one is made, as a file, if there is none. */
export async function loadKeyRing(place: Place): Promise<KeyRing> {
  await loadMasterKey(place.dataDir, place.encryptionKey);
  return ringAt(place);
}

/** The same, but no key is made: undefined if there is none yet. */
export async function findKeyRing(place: Place): Promise<KeyRing | undefined> {
  const found = await findMasterKey(place.dataDir, place.encryptionKey);
  return found && ringAt(place);
}

function ringAt({ dataDir, encryptionKey, previousEncryptionKeys }: Place): KeyRing {
  const configured = previousEncryptionKeys.map(decodeKey);
  if (encryptionKey !== undefined) {
    const keys: Keys = [decodeKey(encryptionKey), ...configured];
    return createKeyRing(() => keys);
  }
  const folder = join(dataDir, 'keys');
  const previous = join(folder, PREVIOUS_KEYS);
  mkdirSync(previous, { recursive: true, mode: 0o700 });
  const read = (): Keys => [
    decodeKey(readFileSync(join(folder, ENCRYPTION_KEY_FILE), 'utf8')),
    ...readdirSync(previous)
      .filter((name) => /\.(key|rotating)$/.test(name))
      .map((name) => decodeKey(readFileSync(join(previous, name), 'utf8'))),
    ...configured,
  ];
  const look = () =>
    [join(folder, ENCRYPTION_KEY_FILE), previous]
      .map((path) => statSync(path, { bigint: true }))
      .map(({ ino, mtimeNs }) => `${ino} ${mtimeNs}`)
      .join();
  let seen = look();
  let keys = read();
  return createKeyRing(() => {
    try {
      const now = look();
      if (now !== seen) [keys, seen] = [read(), now];
    } catch {
      // The files are being changed or are out of reach; what was read of them still holds.
    }
    return keys;
  });
}

/** `read` answers with the same array as long as the keys are the same. */
export function createKeyRing(read: () => Keys): KeyRing {
  let known: Keys | undefined;
  let sealers: readonly Sealer[] = [];
  let derived = new Map<string, readonly [Buffer, ...Buffer[]]>();
  const sealersNow = () => {
    const keys = read();
    if (keys !== known) {
      known = keys;
      sealers = keys.map(createSealer);
      derived = new Map();
    }
    return sealers;
  };
  const currentSealer = () => {
    const [first] = sealersNow();
    if (first === undefined) throw new Error('there is no master key');
    return first;
  };
  return {
    sealer: {
      seal: (clear, place) => currentSealer().seal(clear, place),
      open(sealed, place) {
        let broken: unknown;
        for (const sealer of sealersNow()) {
          try {
            return sealer.open(sealed, place);
          } catch (error) {
            if (!(error instanceof SealBrokenError)) throw error;
            broken ??= error;
          }
        }
        throw broken;
      },
    },
    currentSealer,
    current: () => read()[0],
    fingerprint: () => keyFingerprint(read()[0]),
    secrets: (label) => () => {
      sealersNow();
      const [first, ...others] = known ?? read();
      const secrets = derived.get(label) ?? [
        derivedKey(first, label),
        ...others.map((key) => derivedKey(key, label)),
      ];
      derived.set(label, secrets as [Buffer, ...Buffer[]]);
      return secrets as [Buffer, ...Buffer[]];
    },
  };
}
