import { BackupError } from '../backup-error.ts';
import { backupStart, listBackups, type Manifest, readManifest } from '../manifest.ts';
import type { SealedPlace } from '../place/sealed-place.ts';

interface Choice {
  /** The backup with this name. */
  name?: string | undefined;
  /** The newest backup that was complete at this time. */
  at?: Date | undefined;
}

/** Finds the requested backup, or the newest one. Throws `BackupError`, also for another encryption key. */
export async function chooseBackup(sealed: SealedPlace, { name, at }: Choice): Promise<Manifest> {
  const { names } = await listBackups(sealed);
  const { label } = sealed.place;
  if (names.length === 0) throw new BackupError(`There is no backup at ${label}.`);
  if (name !== undefined) {
    if (names.includes(name)) return readManifest(sealed, name);
    throw new BackupError(`There is no backup "${name}" at ${label}. There are: ${names.join(', ')}.`);
  }
  if (at === undefined) return readManifest(sealed, names.at(-1) ?? '');
  for (const candidate of names.filter((one) => backupStart(one) <= at).reverse()) {
    const manifest = await readManifest(sealed, candidate);
    if (new Date(manifest.endedAt) <= at) return manifest;
  }
  throw new BackupError(
    `The oldest backup at ${label} is of ${backupStart(names[0] ?? '').toISOString()}, which is after that time.`,
  );
}
