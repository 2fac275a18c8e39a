import { BackupError } from '../backup-error.ts';
import { findBackups, type Manifest, readManifest, startOf } from '../manifest.ts';
import type { SealedPlace } from '../place/sealed-place.ts';

interface Wanted {
  /** This one. */
  name?: string | undefined;
  /** The newest that had ended at that moment. */
  at?: Date | undefined;
}

/** The backup that is asked for; else the newest. Throws `BackupError`, also for another encryption key. */
export async function chooseBackup(sealed: SealedPlace, { name, at }: Wanted): Promise<Manifest> {
  const { names } = await findBackups(sealed);
  const { label } = sealed.place;
  if (names.length === 0) throw new BackupError(`There is no backup at ${label}.`);
  if (name !== undefined) {
    if (names.includes(name)) return readManifest(sealed, name);
    throw new BackupError(`There is no backup "${name}" at ${label}. There are: ${names.join(', ')}.`);
  }
  if (at === undefined) return readManifest(sealed, names.at(-1) ?? '');
  for (const begun of names.filter((one) => startOf(one) <= at).reverse()) {
    const manifest = await readManifest(sealed, begun);
    if (new Date(manifest.endedAt) <= at) return manifest;
  }
  throw new BackupError(
    `The oldest backup at ${label} is of ${startOf(names[0] ?? '').toISOString()}, which is after that time.`,
  );
}
