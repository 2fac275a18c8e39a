import type { Config } from '#server/settings/config.ts';
import type { Manifest } from '../manifest.ts';
import { openPlace } from '../place/open-place.ts';
import { sealPlace } from '../place/sealed-place.ts';
import { chooseBackup } from './choose-backup.ts';
import { type Restored, restorePortal } from './restore-portal.ts';

interface Options {
  config: Config;
  placeUrl: string;
  /** This backup, as it was when it ended. */
  name?: string | undefined;
  /** As it was at this moment. */
  at?: Date | undefined;
  masterKey: Buffer;
  isTyped: boolean;
  say(line: string): void;
  signal?: AbortSignal | undefined;
}

/**
 * Restores a backup where the configuration says that the portal is: without a name, with all that was shipped after
 * it. Throws `BackupError`.
 */
export async function restore(options: Options): Promise<Restored & { manifest: Manifest }> {
  const { config, placeUrl, name, at, masterKey, isTyped, say, signal } = options;
  const sealed = sealPlace(await openPlace(placeUrl), masterKey);
  const manifest = await chooseBackup(sealed, { name, at });
  const restored = await restorePortal({
    sealed,
    manifest,
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    storageUrl: config.storageUrl,
    keyToKeep: isTyped ? masterKey : undefined,
    follow: name === undefined || at !== undefined,
    until: at,
    log: { info: () => undefined, error: say },
    say,
    signal,
  });
  return { ...restored, manifest };
}
