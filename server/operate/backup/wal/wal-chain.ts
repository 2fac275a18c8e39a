import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '#server/sealing/replace-file.ts';
import { unlessGone } from '#server/unless-gone.ts';
import type { SealedPlace } from '../place/sealed-place.ts';

const pathOf = (dataDir: string) => join(dataDir, 'postgres', 'wal-chain.json');
const chainFile = z.object({ id: z.uuid(), place: z.string(), fingerprint: z.string() });

/** WAL is stored by chain, begun by a backup: two portals restored from one backup never mix theirs. */
export function walPath(chain: string, name: string): string {
  return `wal/${chain}/${name}`;
}

/** The place and key of a chain. */
type ChainTarget = Pick<SealedPlace, 'place' | 'fingerprint'>;

/**
 * The id of the chain of WAL that is shipped to a place. Undefined if none is open: then WAL is useless and is dropped.
 * A backup opens a chain. Lost WAL, another place or encryption key, and a restore end it.
 */
export async function currentChain(dataDir: string, at: ChainTarget): Promise<string | undefined> {
  const text = await readFile(pathOf(dataDir), 'utf8').catch(unlessGone);
  if (text === undefined) return undefined;
  const chain = chainFile.parse(JSON.parse(text));
  const isHere = chain.place === at.place.label && chain.fingerprint === at.fingerprint;
  return isHere ? chain.id : undefined;
}

/** Returns the open chain, or begins a new one with the current backup. */
export async function openChain(dataDir: string, at: ChainTarget): Promise<string> {
  const open = await currentChain(dataDir, at);
  if (open !== undefined) return open;
  const id = randomUUID();
  const chain = { id, place: at.place.label, fingerprint: at.fingerprint };
  await replaceFile(pathOf(dataDir), JSON.stringify(chain));
  return id;
}

/** Ends the chain: WAL was or will be lost, so later WAL can't be replayed. */
export async function breakChain(dataDir: string): Promise<void> {
  await rm(pathOf(dataDir), { force: true });
}
