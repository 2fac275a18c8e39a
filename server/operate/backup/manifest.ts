import { json, text } from 'node:stream/consumers';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import { type SealedPlace, unlessOtherKey } from './place/sealed-place.ts';

/** Increased when older programs can no longer read a backup. */
const FORMAT = 1;

const packed = z.object({ path: z.string(), size: z.number(), sha256: z.string() });

const manifest = z.object({
  format: z.literal(FORMAT),
  name: z.string(),
  /** The program's version. */
  version: z.string(),
  /** The office's time zone, for times on the command line. */
  timeZone: z.string(),
  /** `cluster`: PostgreSQL's files and WAL; `logical`: the rows of every table, of one snapshot. */
  kind: z.enum(['cluster', 'logical']),
  /** PostgreSQL's version. */
  postgres: z.string(),
  /** The fingerprint of the encryption key. */
  fingerprint: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** Positions and files of the WAL; only for a cluster. */
  wal: z.object({ start: z.string(), stop: z.string(), first: z.string(), last: z.string() }).optional(),
  /** The chain of shipped WAL that this backup begins or continues; undefined if no WAL is shipped to this place. */
  chain: z.string().optional(),
  /** The files in the archive, in order. */
  files: z.array(packed),
  /** Empty folders of the cluster. */
  folders: z.array(z.string()),
  /** The row count of each table at the end of the backup. */
  rows: z.record(z.string(), z.number()),
  /** The number of documents and their stored bytes. A separate file lists them. */
  documents: z.object({
    count: z.number(),
    bytes: z.number(),
    sha256: z.string(),
    /** Ids of documents that the store didn't have or couldn't read. */
    missing: z.array(z.string()),
  }),
});
export type Manifest = z.infer<typeof manifest>;

/** A document at the backup place; size and SHA-256 (hex) of its encrypted bytes. */
export interface CopiedDocument {
  id: string;
  size: number;
  sha256: string;
}

export const BACKUPS_FOLDER = 'backups/';
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;
export const DOCUMENTS_FOLDER = 'documents/';

/** The files of one backup. The manifest is written last: a backup without one does not count. */
export const backupFiles = {
  manifest: (name: string) => `${BACKUPS_FOLDER}${name}/manifest`,
  archive: (name: string) => `${BACKUPS_FOLDER}${name}/archive`,
  documents: (name: string) => `${BACKUPS_FOLDER}${name}/documents`,
};

/** Such as "2026-11-22T02-30-00Z": sorts by time, and is a valid file name on every system. */
export function backupNameAt(startedAt: Date): string {
  return `${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** When the backup with that name started. */
export function backupStart(name: string): Date {
  const [day, time = ''] = name.split('T');
  return new Date(`${day}T${time.replaceAll('-', ':')}`);
}

/** Lists the backups at the place. Throws `BackupError`. */
export async function listBackups({ place }: SealedPlace) {
  const files = new Map<string, string[]>();
  /** Stored bytes of each backup. */
  const bytes = new Map<string, number>();
  for await (const { name: path, size } of place.list(BACKUPS_FOLDER)) {
    const [, name = ''] = path.split('/');
    if (!NAME.test(name)) continue;
    files.set(name, [...(files.get(name) ?? []), path]);
    bytes.set(name, (bytes.get(name) ?? 0) + size);
  }
  const isComplete = (name: string) => files.get(name)?.includes(backupFiles.manifest(name)) === true;
  /** Complete backups, oldest first. */
  const names = [...files.keys()].filter(isComplete).sort();
  /** Files of incomplete backups. */
  const leftovers = [...files].filter(([name]) => !isComplete(name)).flatMap(([, paths]) => paths);
  return { names, leftovers, bytes };
}

export async function writeManifest(sealed: SealedPlace, written: Manifest): Promise<void> {
  await sealed.write(
    backupFiles.manifest(written.name),
    singleChunk(JSON.stringify(manifest.parse(written))),
  );
}

/** Throws `OtherKeyError`, and `BackupError` if it is damaged or of a newer program. */
export async function readManifest(sealed: SealedPlace, name: string): Promise<Manifest> {
  const read = manifest.safeParse(await json(sealed.read(backupFiles.manifest(name))));
  if (read.success) return read.data;
  throw new BackupError(
    `The backup ${name} was made by a newer version of the program; restore it with that.`,
  );
}

/** One short line for each document. */
export async function* documentLines(documents: Iterable<CopiedDocument>): AsyncGenerator<Buffer> {
  let lines = '';
  for (const { id, size, sha256 } of documents) {
    lines += `${id} ${size} ${sha256}\n`;
    if (lines.length > 64 * 1024) {
      yield Buffer.from(lines);
      lines = '';
    }
  }
  yield Buffer.from(lines);
}

/** The documents of a backup, by id. */
export async function readDocuments(sealed: SealedPlace, name: string): Promise<Map<string, CopiedDocument>> {
  const lines = await text(sealed.read(backupFiles.documents(name)));
  const rows = lines.split('\n').filter((line) => line !== '');
  return new Map(
    rows.map((line) => {
      const [id = '', size, sha256 = ''] = line.split(' ');
      return [id, { id, size: Number(size), sha256 }];
    }),
  );
}

export async function* singleChunk(bytes: string | Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes);
}

/** The office's time zone, as the newest backup of this key has it: one before a rotation needs no other key. */
export async function readTimeZone(sealed: SealedPlace): Promise<string> {
  for (const name of (await listBackups(sealed)).names.reverse()) {
    const manifest = await unlessOtherKey(() => readManifest(sealed, name));
    if (manifest !== undefined) return manifest.timeZone;
  }
  return (await chooseBackup(sealed, {})).timeZone;
}

/**
 * The backup with this name, or the newest one, if a time is given of those that were complete then. Throws `BackupError`,
 * also for another encryption key.
 */
export async function chooseBackup(
  sealed: SealedPlace,
  { name, at }: { name?: string | undefined; at?: Date | undefined },
): Promise<Manifest> {
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
