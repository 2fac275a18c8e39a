import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CopyError,
  type CopySource,
  type CopySummary,
  readCopy,
  writeCopy,
} from '#server/database/copy/logical-copy.ts';
import { MIGRATIONS, migrate } from '#server/database/migrations/migrate.ts';
import { type Entry, unpack } from '../archive.ts';
import { BackupError } from '../backup-error.ts';
import { keyEntries } from '../cluster-entries.ts';
import { fileOf, type Manifest } from '../manifest.ts';
import type { SealedPlace } from '../place/sealed-place.ts';

const SUMMARY = 'summary.json';

/** A folder with the rows of every table in a file of its own, and what is known of them. */
export interface Tables {
  folder: string;
  summary: CopySummary;
}

/** Copies every table of one snapshot into a new folder. */
export async function saveTables(url: string, folder: string): Promise<Tables> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const summary = await writeCopy(url, {
    table: (name, _columns, rows) => pipeline(rows, createWriteStream(join(folder, name), { mode: 0o600 })),
  });
  return { folder, summary };
}

/**
 * Loads the tables into an empty database: it is migrated as far as the copy was, filled, and then migrated to the end.
 * Throws `BackupError` if there is something in the database, or if the copy is of a newer program.
 */
export async function loadTables(url: string, { folder, summary }: Tables): Promise<void> {
  const names = new Set(summary.migrations.map(({ name }) => name));
  await migrate({ url, folder: MIGRATIONS, only: names });
  const source: CopySource = { summary, table: (name) => createReadStream(join(folder, name)) };
  await readCopy(url, source).catch((error: unknown) => {
    throw error instanceof CopyError ? new BackupError(error.message, { cause: error }) : error;
  });
  await migrate({ url, folder: MIGRATIONS });
}

/** The tables of a logical backup as files of a data folder. */
export async function unpackTables(
  sealed: SealedPlace,
  { name }: Manifest,
  dataDir: string,
): Promise<Tables> {
  const folder = join(dataDir, 'tables');
  await rm(folder, { recursive: true, force: true });
  for (const made of [folder, join(dataDir, 'keys')]) await mkdir(made, { recursive: true, mode: 0o700 });
  for await (const { path, bytes } of unpack(sealed.read(fileOf.archive(name)))) {
    const kind = path.startsWith('keys/') ? 'keys' : 'tables';
    await pipeline(
      Readable.from(bytes),
      createWriteStream(join(dataDir, kind, basename(path)), { mode: 0o600, flags: 'wx' }),
    );
  }
  return { folder, summary: JSON.parse(await readFile(join(folder, SUMMARY), 'utf8')) };
}

/** The same folder as entries of an archive, with the kept keys. */
export async function* tableEntries({ folder, summary }: Tables, dataDir: string): AsyncGenerator<Entry> {
  for (const { name } of summary.tables) {
    yield { path: `tables/${name}`, bytes: createReadStream(join(folder, name)) };
  }
  yield { path: `tables/${SUMMARY}`, bytes: Readable.from([Buffer.from(JSON.stringify(summary))]) };
  yield* keyEntries(dataDir);
}
