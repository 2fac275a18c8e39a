import type { Config } from '#server/settings/config.ts';
import type { Manifest } from '../manifest.ts';
import { openPlace } from '../place/open-place.ts';
import { createSealedPlace } from '../place/sealed-place.ts';
import { chooseBackup } from './choose-backup.ts';
import { type RestoredPortal, restorePortal } from './restore-portal.ts';

interface Options {
  config: Config;
  placeUrl: string;
  /** The backup with this name, without later WAL. */
  name?: string | undefined;
  /** Restore the state at this time, given the office's time zone; undefined if the newest backup does not say it. */
  at?: ((timeZone: string) => Date) | undefined;
  masterKey: Buffer;
  wasTyped: boolean;
  print(line: string): void;
  signal?: AbortSignal | undefined;
}

/**
 * Restores a backup into the configured data folder, database and store. Without a name, also replays all WAL that was
 * shipped after the backup. Throws `BackupError`.
 */
export async function restoreBackup(options: Options): Promise<RestoredPortal & { manifest: Manifest }> {
  const { config, placeUrl, name, masterKey, wasTyped, print, signal } = options;
  const sealed = createSealedPlace(await openPlace(placeUrl), masterKey);
  const at = options.at?.((await chooseBackup(sealed, {})).timeZone);
  const manifest = await chooseBackup(sealed, { name, at });
  const restored = await restorePortal({
    sealed,
    manifest,
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    storageUrl: config.storageUrl,
    keyToSave: wasTyped ? masterKey : undefined,
    follow: name === undefined || at !== undefined,
    until: at,
    log: { info: () => undefined, error: print },
    print,
    signal,
  });
  return { ...restored, manifest };
}
