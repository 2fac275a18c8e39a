import type { Config } from '#server/settings/config.ts';
import { version } from '#server/version.ts';
import { type OpenPortal, openPortal } from '../restore/open-portal.ts';
import { openChain } from '../wal/wal-chain.ts';
import { type MadeBackup, makeBackup } from './make-backup.ts';

interface Options {
  config: Config;
  placeUrl: string;
  /** The rows of one snapshot, also of our own cluster. */
  logical: boolean;
  signal?: AbortSignal | undefined;
}

/** Makes a backup of the portal that the configuration describes, whether it runs or not. Throws `BackupError`. */
export async function backUp({ config, placeUrl, logical, signal }: Options): Promise<MadeBackup> {
  const portal = await openPortal(config, placeUrl, logical);
  try {
    const made = await backUpPortal(portal, config, placeUrl, { signal });
    if (made === undefined) throw new Error('a backup that was asked for was not made');
    return made;
  } finally {
    await portal.close();
  }
}

interface How {
  scheduled?: { isDue(): Promise<boolean> };
  signal?: AbortSignal | undefined;
}

/** The same for a portal that is open. Undefined if it was not due any more. */
export function backUpPortal(
  { url, database, source, store, sealed }: OpenPortal,
  config: Config,
  placeUrl: string,
  { scheduled, signal }: How,
): Promise<MadeBackup | undefined> {
  // WAL is shipped to one place only.
  const isShippedTo = source.kind === 'cluster' && placeUrl === config.backup?.url;
  return makeBackup({
    url,
    database,
    source,
    store,
    sealed,
    version,
    scheduled,
    signal,
    openChain: isShippedTo ? () => openChain(config.dataDir, sealed) : undefined,
  });
}
