import { chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../manifest.ts';
import type { SealedPlace } from '../place/sealed-place.ts';
import { writeSparse } from '../restore/unpack-cluster.ts';
import { isWalSegment, withoutGap } from './wal-names.ts';

/**
 * Shipped WAL lies at the place by chains: a chain begins with a backup, and has a new id after a restore, or where WAL
 * was lost. So two portals that came of one backup never mix theirs.
 */
export function walFile(chain: string, name: string): string {
  return `wal/${chain}/${name}`;
}

/** The shipped segments that continue the backup without a gap, in order, with the time at which they arrived. */
export async function shippedAfter(
  sealed: SealedPlace,
  { chain, wal }: Manifest,
): Promise<{ name: string; modified: Date }[]> {
  if (chain === undefined || wal === undefined) return [];
  const prefix = walFile(chain, '');
  const found = new Map<string, Date>();
  for await (const { name, modified } of sealed.place.list(prefix)) {
    const segment = name.slice(prefix.length);
    if (isWalSegment(segment)) found.set(segment, modified);
  }
  const names = withoutGap(wal.last, [...found.keys()]);
  return names.map((name) => ({ name, modified: found.get(name) ?? new Date(0) }));
}

/** Brings the shipped WAL that continues a backup into a data folder, beside the backup's own. */
export async function fetchWal(sealed: SealedPlace, manifest: Manifest, dataDir: string): Promise<number> {
  const folder = join(dataDir, 'postgres', 'wal');
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const segments = await shippedAfter(sealed, manifest);
  for (const { name } of segments) {
    const file = await open(join(folder, name), 'w', 0o600);
    try {
      await writeSparse(file, sealed.read(walFile(manifest.chain ?? '', name)));
    } finally {
      await file.close();
    }
  }
  return segments.length;
}
