import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
import type { Entry } from '../archive.ts';
import { ARCHIVE_FOLDERS, keyEntries } from '../archive-entries.ts';
import { BackupError } from '../backup-error.ts';

const SUMMARY = 'summary.json';

/** A folder with one file of rows for each table, and a summary. */
export interface Tables {
  folder: string;
  summary: CopySummary;
}

/** Copies every table, in one snapshot, into a new folder. */
export async function saveTables(url: string, folder: string): Promise<Tables> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const summary = await writeCopy(url, {
    table: (name, _columns, rows) => pipeline(rows, createWriteStream(join(folder, name), { mode: 0o600 })),
  });
  return { folder, summary };
}

/**
 * Loads the tables into an empty database: runs the copy's migrations, fills the tables, and runs the other migrations.
 * Throws `BackupError` if the database is not empty, or if the copy is of a newer program.
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

/** The tables of a logical backup that was extracted into a data folder. */
export async function unpackedTables(dataDir: string): Promise<Tables> {
  const folder = join(dataDir, ARCHIVE_FOLDERS.tables);
  return { folder, summary: JSON.parse(await readFile(join(folder, SUMMARY), 'utf8')) };
}

/** A folder of tables as entries of an archive, with the keys. */
export async function* tableEntries({ folder, summary }: Tables, dataDir: string): AsyncGenerator<Entry> {
  for (const { name } of summary.tables) {
    yield { path: ARCHIVE_FOLDERS.tables + name, bytes: createReadStream(join(folder, name)) };
  }
  yield {
    path: ARCHIVE_FOLDERS.tables + SUMMARY,
    bytes: Readable.from([Buffer.from(JSON.stringify(summary))]),
  };
  yield* keyEntries(dataDir);
}
