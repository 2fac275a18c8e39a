import { backupsToKeep, type Retention } from '#domain/office/backup-retention.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';
import type { Database } from '#server/database/database.ts';
import {
  backupFiles,
  backupStart,
  DOCUMENTS_FOLDER,
  listBackups,
  readDocuments,
  readManifest,
} from '../manifest.ts';
import { type SealedPlace, unlessOtherKey } from '../place/sealed-place.ts';
import { newestVerified, recordPruned } from '../records.ts';
import { walPath } from '../wal/wal-chain.ts';

interface Deps {
  sealed: SealedPlace;
  database: Pick<Database, 'query'>;
  keep: Retention;
  timeZone: string;
  /** The chain that is being shipped. */
  chain: string | undefined;
}

/** Clocks differ, and a document may be copied shortly before a row names it. */
const MARGIN_MS = 24 * 60 * 60 * 1000;

/**
 * Removes backups that need not be kept, then WAL from before the oldest daily backup that is kept, then documents that
 * no kept backup names and that were copied before the oldest one started. Always keeps the newest verified backup.
 * Throws `BackupError`.
 */
export async function prune({ sealed, database, keep, timeZone, chain }: Deps): Promise<void> {
  const { place } = sealed;
  const { names } = await listBackups(sealed);
  const { dayOf } = zonedClock(timeZone);
  const dated = names.map((name) => ({ name, day: dayOf(backupStart(name).getTime()) }));
  const kept = backupsToKeep(dated, keep);
  const good = await newestVerified(database, place.label);
  if (good !== undefined && names.includes(good)) kept.add(good);

  const backups = names.filter((name) => !kept.has(name));
  for (const name of backups) {
    // First, because an incomplete backup does not count, and the next run removes its other files.
    await place.remove(backupFiles.manifest(name));
    await place.remove(backupFiles.archive(name));
    await place.remove(backupFiles.documents(name));
  }
  await recordPruned(database, place.label, backups);
  const left = names.filter((name) => kept.has(name));
  const daily = backupsToKeep(
    dated.filter(({ name }) => kept.has(name)),
    { days: keep.days, weeks: 0, months: 0 },
  );
  await pruneWal(sealed, [...daily], chain);
  await pruneDocuments(sealed, left);
}

async function pruneWal(sealed: SealedPlace, daily: string[], current: string | undefined): Promise<void> {
  const oldestNeeded = new Map<string, string>();
  for (const name of daily) {
    const manifest = await unlessOtherKey(() => readManifest(sealed, name));
    // The WAL that a backup of an older key needs is unknown.
    if (manifest === undefined) return;
    if (manifest.chain === undefined || manifest.wal === undefined) continue;
    const known = oldestNeeded.get(manifest.chain);
    if (known === undefined || manifest.wal.first < known)
      oldestNeeded.set(manifest.chain, manifest.wal.first);
  }
  for await (const { name } of sealed.place.list('wal/')) {
    const [, chain = '', segment = ''] = name.split('/');
    const first = oldestNeeded.get(chain);
    const isNeeded =
      first === undefined ? chain === current : segment >= first || segment.endsWith('.history');
    if (!isNeeded && name === walPath(chain, segment)) await sealed.place.remove(name);
  }
}

async function pruneDocuments(sealed: SealedPlace, backups: readonly string[]): Promise<void> {
  const [oldest] = backups;
  if (oldest === undefined) return;
  const named = new Set<string>();
  for (const name of backups) {
    const documents = await unlessOtherKey(() => readDocuments(sealed, name));
    if (documents === undefined) return;
    for (const id of documents.keys()) named.add(id);
  }
  const before = backupStart(oldest).getTime() - MARGIN_MS;
  for await (const { name, modified } of sealed.place.list(DOCUMENTS_FOLDER)) {
    const isNeeded = named.has(name.slice(DOCUMENTS_FOLDER.length)) || modified.getTime() >= before;
    if (!isNeeded) await sealed.place.remove(name);
  }
}
