import { chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../manifest.ts';
import type { SealedPlace } from '../place/sealed-place.ts';
import { writeSparse } from '../write-sparse.ts';
import { contiguousAfter } from './wal-names.ts';

/** WAL is stored by chain, begun by a backup: two portals restored from one backup never mix theirs. */
export function walPath(chain: string, name: string): string {
  return `wal/${chain}/${name}`;
}

/** Downloads the shipped WAL that continues a backup without a gap into a data folder, beside the backup's own. */
export async function downloadWal(
  sealed: SealedPlace,
  { chain, wal }: Manifest,
  dataDir: string,
): Promise<void> {
  const folder = join(dataDir, 'postgres', 'wal');
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  if (chain === undefined || wal === undefined) return;
  const prefix = walPath(chain, '');
  const shipped: string[] = [];
  for await (const { name } of sealed.place.list(prefix)) shipped.push(name.slice(prefix.length));
  for (const name of contiguousAfter(wal.last, shipped)) {
    const file = await open(join(folder, name), 'w', 0o600);
    try {
      await writeSparse(file, sealed.read(walPath(chain, name)));
    } finally {
      await file.close();
    }
  }
}
