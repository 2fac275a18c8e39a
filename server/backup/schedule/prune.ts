import { type Keep, keptBackups } from '#domain/office/backup-keep.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';
import type { Database } from '#server/database/database.ts';
import { DOCUMENTS, fileOf, findBackups, readDocuments, readManifest, startOf } from '../manifest.ts';
import { OtherKeyError, type SealedPlace } from '../place/sealed-place.ts';
import { newestGood, recordPruned } from '../records.ts';
import { walFile } from '../wal/shipped-wal.ts';

interface Parts {
  sealed: SealedPlace;
  database: Pick<Database, 'query'>;
  keep: Keep;
  timeZone: string;
  /** The chain that is being shipped. */
  chain: string | undefined;
}

export interface Pruned {
  backups: string[];
  wal: number;
  documents: number;
}

/** Clocks differ, and an upload that was about to be copied may be named a little later. */
const MARGIN_MS = 24 * 60 * 60 * 1000;

/**
 * Removes what needs not be kept: backups, then the WAL from before the oldest daily backup that is kept, then
 * documents that no kept backup names and that were copied before the oldest of them began. The newest verified backup
 * always stays. Throws `BackupError`.
 */
export async function prune({ sealed, database, keep, timeZone, chain }: Parts): Promise<Pruned> {
  const { place } = sealed;
  const { names } = await findBackups(sealed);
  const { dayOf } = zonedClock(timeZone);
  const dated = names.map((name) => ({ name, day: dayOf(startOf(name).getTime()) }));
  const kept = keptBackups(dated, keep);
  const good = await newestGood(database, place.label);
  if (good !== undefined && names.includes(good)) kept.add(good);

  const backups = names.filter((name) => !kept.has(name));
  for (const name of backups) {
    // First: without it the backup does not exist, and the next backup removes the rest.
    await place.remove(fileOf.manifest(name));
    await place.remove(fileOf.archive(name));
    await place.remove(fileOf.documents(name));
  }
  await recordPruned(database, place.label, backups);
  const left = names.filter((name) => kept.has(name));
  const daily = keptBackups(
    dated.filter(({ name }) => kept.has(name)),
    { days: keep.days, weeks: 0, months: 0 },
  );
  return {
    backups,
    wal: await pruneWal(sealed, [...daily], chain),
    documents: await pruneDocuments(sealed, left),
  };
}

async function pruneWal(sealed: SealedPlace, daily: string[], current: string | undefined): Promise<number> {
  const oldestNeeded = new Map<string, string>();
  for (const name of daily) {
    const manifest = await unlessOtherKey(() => readManifest(sealed, name));
    // What an older key protects can't be judged; it goes with its time.
    if (manifest === undefined) return 0;
    if (manifest.chain === undefined || manifest.wal === undefined) continue;
    const known = oldestNeeded.get(manifest.chain);
    if (known === undefined || manifest.wal.first < known)
      oldestNeeded.set(manifest.chain, manifest.wal.first);
  }
  let count = 0;
  for await (const { name } of sealed.place.list('wal/')) {
    const [, chain = '', segment = ''] = name.split('/');
    const first = oldestNeeded.get(chain);
    const isNeeded =
      first === undefined ? chain === current : segment >= first || segment.endsWith('.history');
    if (isNeeded || name !== walFile(chain, segment)) continue;
    await sealed.place.remove(name);
    count += 1;
  }
  return count;
}

async function pruneDocuments(sealed: SealedPlace, backups: readonly string[]): Promise<number> {
  const [oldest] = backups;
  if (oldest === undefined) return 0;
  const named = new Set<string>();
  for (const name of backups) {
    const documents = await unlessOtherKey(() => readDocuments(sealed, name));
    if (documents === undefined) return 0;
    for (const id of documents.keys()) named.add(id);
  }
  const before = startOf(oldest).getTime() - MARGIN_MS;
  let count = 0;
  for await (const { name, modified } of sealed.place.list(DOCUMENTS)) {
    if (named.has(name.slice(DOCUMENTS.length)) || modified.getTime() >= before) continue;
    await sealed.place.remove(name);
    count += 1;
  }
  return count;
}

async function unlessOtherKey<T>(work: () => Promise<T>): Promise<T | undefined> {
  return work().catch((error: unknown) => {
    if (error instanceof OtherKeyError) return undefined;
    throw error;
  });
}
