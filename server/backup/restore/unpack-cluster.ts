import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Entry, unpack } from '../archive.ts';
import { BackupError } from '../backup-error.ts';
import { ARCHIVE_FOLDERS } from '../cluster-entries.ts';
import { backupFiles, type Manifest } from '../manifest.ts';
import type { SealedPlace } from '../place/sealed-place.ts';

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

const BLOCK_BYTES = 64 * 1024;
const ZEROS = Buffer.alloc(BLOCK_BYTES);

/** Writes a sparse file: most WAL files of an office are almost empty. */
export async function writeSparse(
  file: FileHandle,
  bytes: AsyncIterable<Buffer>,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    for (let at = 0; at < chunk.length; at += BLOCK_BYTES) {
      const block = chunk.subarray(at, at + BLOCK_BYTES);
      if (!block.equals(ZEROS.subarray(0, block.length))) await file.write(block, 0, block.length, size + at);
    }
    size += chunk.length;
  }
  await file.truncate(size);
  return { size, sha256: hash.digest('hex') };
}
