import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { syncFolder } from '#server/storage/blobs/stores/sync-folder.ts';
import type { SealedPlace } from '../place/sealed-place.ts';

const pathOf = (dataDir: string) => join(dataDir, 'postgres', 'wal-chain.json');
const kept = z.object({ id: z.uuid(), place: z.string(), fingerprint: z.string() });

/** Where the chain is, and its key. */
type At = Pick<SealedPlace, 'place' | 'fingerprint'>;

/**
 * The id of the chain of WAL that is shipped to a place. Undefined if none is open: then WAL is of no use, and is
 * dropped. A backup opens one; lost WAL, another place or encryption key, and a restore end it.
 */
export async function currentChain(dataDir: string, at: At): Promise<string | undefined> {
  const text = await readFile(pathOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const chain = kept.parse(JSON.parse(text));
  const isHere = chain.place === at.place.label && chain.fingerprint === at.fingerprint;
  return isHere ? chain.id : undefined;
}

/** The open chain, or a new one, which begins with the backup that asks for it. */
export async function openChain(dataDir: string, at: At): Promise<string> {
  const there = await currentChain(dataDir, at);
  if (there !== undefined) return there;
  const id = randomUUID();
  const draft = `${pathOf(dataDir)}.new`;
  await writeFile(draft, JSON.stringify({ id, place: at.place.label, fingerprint: at.fingerprint }), {
    mode: 0o600,
    flush: true,
  });
  await rename(draft, pathOf(dataDir));
  await syncFolder(join(dataDir, 'postgres'));
  return id;
}

/** WAL was or will be lost, so later WAL can't be replayed. */
export async function breakChain(dataDir: string): Promise<void> {
  await rm(pathOf(dataDir), { force: true });
}
