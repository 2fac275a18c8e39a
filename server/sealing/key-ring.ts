import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyFingerprint } from '#domain/account/recovery-sheet.ts';
import { derivedKey, type Secrets } from './derived-key.ts';
import { decodeKey, ENCRYPTION_KEY_FILE, findMasterKey, loadMasterKey } from './master-key.ts';
import { createSealer, SealBrokenError, type Sealer } from './sealer.ts';
import { watchFiles } from './watch-files.ts';

/** The folder of previous master keys, which still open what they sealed. */
export const PREVIOUS_KEYS = 'previous';

/**
 * The master keys. The current one seals and signs; previous ones still open and verify. Key files are reloaded when
 * they change, so a running server uses a new key (`portal keys rotate master`) at once.
 */
export interface KeyRing {
  sealer: Sealer;
  /** Seals and opens with the current key only. */
  currentSealer(): Sealer;
  current(): Buffer;
  /** Identifies the current key: see `keyFingerprint`. */
  fingerprint(): string;
  /** The secrets for one use: see `Secrets`. */
  secrets(label: string): Secrets;
}

interface KeyRingOptions {
  dataDir: string;
  /** In base64, from the configuration; undefined: key files. */
  encryptionKey: string | undefined;
  previousEncryptionKeys: readonly string[];
}

type Keys = readonly [Buffer, ...Buffer[]];

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

/** `read` must return the same array as long as the keys are the same. */
function createKeyRing(read: () => Keys): KeyRing {
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
