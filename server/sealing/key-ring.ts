import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyFingerprint } from '#domain/account/recovery-sheet.ts';
import { derivedKey, type Secrets } from './derived-key.ts';
import { decodeKey, ENCRYPTION_KEY_FILE, findMasterKey, loadMasterKey } from './master-key.ts';
import { createSealer, SealBrokenError, type Sealer } from './sealer.ts';
import { watchFiles } from './watch-files.ts';

/** The folder of previous master keys, which still open what they sealed. */
export const PREVIOUS_KEYS = 'previous';

interface KeyRingOptions {
  dataDir: string;
  /** In base64, from the configuration; undefined: key files. */
  encryptionKey: string | undefined;
  previousEncryptionKeys: readonly string[];
}

/** Loads the keys of this installation. Creates the current one, as a file, if there is none. */
export async function loadKeyRing(options: KeyRingOptions): Promise<KeyRing> {
  await loadMasterKey(options.dataDir, options.encryptionKey);
  return openKeyRing(options);
}

/** The same without creating a key: undefined if there is none. */
export async function findKeyRing(options: KeyRingOptions): Promise<KeyRing | undefined> {
  const found = await findMasterKey(options.dataDir, options.encryptionKey);
  return found && openKeyRing(options);
}

function openKeyRing({ dataDir, encryptionKey, previousEncryptionKeys }: KeyRingOptions): KeyRing {
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
  return createKeyRing(watchFiles([join(folder, ENCRYPTION_KEY_FILE), previous], read));
}

type Keys = ReturnType<Secrets>;

/** `read` must return the same array as long as the keys are the same. */
function createKeyRing(read: () => Keys) {
  let known: Keys | undefined;
  let sealers: readonly Sealer[] = [];
  let derived = new Map<string, Keys>();
  const sealersNow = () => {
    const keys = read();
    if (keys !== known) {
      known = keys;
      sealers = keys.map(createSealer);
      derived = new Map();
    }
    return sealers;
  };
  const currentSealer = (): Sealer => {
    const [first] = sealersNow();
    if (first === undefined) throw new Error('there is no master key');
    return first;
  };
  return {
    sealer: {
      seal: (clear: Uint8Array, place: string) => currentSealer().seal(clear, place),
      open(sealed: Uint8Array, place: string): Buffer {
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
    /** Seals and opens with the current key only. */
    currentSealer,
    current: () => read()[0],
    /** Identifies the current key: see `keyFingerprint`. */
    fingerprint: () => keyFingerprint(read()[0]),
    /** The secrets for one use: see `Secrets`. */
    secrets:
      (label: string): Secrets =>
      () => {
        sealersNow();
        const [first, ...others] = known ?? read();
        const secrets: Keys = derived.get(label) ?? [
          derivedKey(first, label),
          ...others.map((key) => derivedKey(key, label)),
        ];
        derived.set(label, secrets);
        return secrets;
      },
  };
}

/**
 * The master keys. The current one seals and signs; previous ones still open and verify. Key files are reloaded when
 * they change, so a running server uses a new key (`portal keys rotate master`) at once.
 */
export type KeyRing = ReturnType<typeof createKeyRing>;
