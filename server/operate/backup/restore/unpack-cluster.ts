import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Entry, unpack } from '../archive.ts';
import { BackupError } from '../backup-error.ts';
import { ARCHIVE_FOLDERS } from '../cluster-entries.ts';
import { backupFiles, type Manifest } from '../manifest.ts';
import type { SealedPlace } from '../place/sealed-place.ts';
import { writeSparse } from '../write-sparse.ts';

/** Extracts a cluster into a data folder, and compares each file with the manifest. Throws `BackupError`. */
export async function unpackCluster(sealed: SealedPlace, manifest: Manifest, dataDir: string): Promise<void> {
  const { name, files, folders } = manifest;
  const expected = new Map(files.map((file) => [file.path, file]));
  const postgres = join(dataDir, 'postgres');
  await mkdir(postgres, { recursive: true, mode: 0o711 });
  await mkdir(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  for (const folder of folders)
    await mkdir(join(postgres, ARCHIVE_FOLDERS.cluster, folder), { recursive: true });
  for await (const entry of unpack(sealed.read(backupFiles.archive(name)))) {
    const known = expected.get(entry.path);
    const isOutside = entry.path.split('/').includes('..');
    if (known === undefined || isOutside) throw damaged(name, entry.path);
    const root = entry.path.startsWith(ARCHIVE_FOLDERS.keys) ? dataDir : postgres;
    const written = await write(join(root, entry.path), entry);
    if (written.sha256 !== known.sha256 || written.size !== known.size) throw damaged(name, entry.path);
    expected.delete(entry.path);
  }
  const [lost] = expected.keys();
  if (lost !== undefined) throw damaged(name, lost);
}

function damaged(name: string, path: string): BackupError {
  return new BackupError(`The backup ${name} is damaged: ${path} is not what its manifest says.`);
}

async function write(path: string, { bytes }: Entry): Promise<{ size: number; sha256: string }> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    return await writeSparse(file, bytes);
  } finally {
    await file.close();
  }
}
