import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import type { SealedPlace } from './place/sealed-place.ts';

/** Raised when a program that knows this number only could not read what is written. */
const FORMAT = 1;

const packed = z.object({ path: z.string(), size: z.number(), sha256: z.string() });

const manifest = z.object({
  format: z.literal(FORMAT),
  name: z.string(),
  /** The program's version. */
  version: z.string(),
  /** `cluster`: PostgreSQL's files and WAL; `logical`: the rows of every table, of one snapshot. */
  kind: z.enum(['cluster', 'logical']),
  /** PostgreSQL's version. */
  postgres: z.string(),
  /** Of the encryption key. */
  fingerprint: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** Positions and files of the WAL; only of a cluster. */
  wal: z.object({ start: z.string(), stop: z.string(), first: z.string(), last: z.string() }).optional(),
  /** The chain of shipped WAL that this backup begins or continues; none if no WAL is shipped to this place. */
  chain: z.string().optional(),
  /** What is in the archive, in order. */
  files: z.array(packed),
  /** Empty folders of the cluster. */
  folders: z.array(z.string()),
  /** Rows of each table, counted when the backup ended. */
  rows: z.record(z.string(), z.number()),
  /** Documents, and their stored bytes; which ones they are is listed in a file of its own. */
  documents: z.object({
    count: z.number(),
    bytes: z.number(),
    sha256: z.string(),
    /** Rows whose bytes the store did not have any more. */
    missing: z.array(z.string()),
  }),
});
export type Manifest = z.infer<typeof manifest>;

/** A document as stored at the place: encrypted bytes, SHA-256 in hex. */
export interface CopiedDocument {
  id: string;
  size: number;
  sha256: string;
}

/** Below this lie the files of the backups. */
export const ROOT = 'backups/';
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;
export const DOCUMENTS = 'documents/';

/** The files of one backup. The manifest is written last: a backup without one does not exist. */
export const fileOf = {
  manifest: (name: string) => `${ROOT}${name}/manifest`,
  archive: (name: string) => `${ROOT}${name}/archive`,
  documents: (name: string) => `${ROOT}${name}/documents`,
};

/** "2026-11-22T02-30-00Z": sorts by time, and every system takes it as a file's name. */
export function backupName(startedAt: Date): string {
  return `${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** When the backup of that name began. */
export function startOf(name: string): Date {
  const [day, time = ''] = name.split('T');
  return new Date(`${day}T${time.replaceAll('-', ':')}`);
}

interface Found {
  /** Complete backups, oldest first. */
  names: string[];
  /** Files of backups that were never completed. */
  leftovers: string[];
  /** Stored bytes by backup. */
  bytes: Map<string, number>;
}

/** Lists what is at the place. Throws `BackupError`. */
export async function findBackups({ place }: SealedPlace): Promise<Found> {
  const files = new Map<string, string[]>();
  const bytes = new Map<string, number>();
  for await (const { name: path, size } of place.list(ROOT)) {
    const [, name = ''] = path.split('/');
    if (!NAME.test(name)) continue;
    files.set(name, [...(files.get(name) ?? []), path]);
    bytes.set(name, (bytes.get(name) ?? 0) + size);
  }
  const isComplete = (name: string) => files.get(name)?.includes(fileOf.manifest(name)) === true;
  const names = [...files.keys()].filter(isComplete).sort();
  const leftovers = [...files].filter(([name]) => !isComplete(name)).flatMap(([, paths]) => paths);
  return { names, leftovers, bytes };
}

export async function writeManifest(sealed: SealedPlace, written: Manifest): Promise<void> {
  await sealed.write(fileOf.manifest(written.name), once(JSON.stringify(manifest.parse(written))));
}

/** Throws `OtherKeyError`, and `BackupError` where it is damaged or of a newer program. */
export async function readManifest(sealed: SealedPlace, name: string): Promise<Manifest> {
  const text = JSON.parse(await textOf(sealed.read(fileOf.manifest(name))));
  const read = manifest.safeParse(text);
  if (read.success) return read.data;
  throw new BackupError(
    `The backup ${name} was made by a newer version of the program; restore it with that.`,
  );
}

/** A line each: short ones, since there are as many as documents. */
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

/** The documents of a backup by their ids. */
export async function readDocuments(sealed: SealedPlace, name: string): Promise<Map<string, CopiedDocument>> {
  const text = await textOf(sealed.read(fileOf.documents(name)));
  const rows = text.split('\n').filter((line) => line !== '');
  return new Map(
    rows.map((line) => {
      const [id = '', size, sha256 = ''] = line.split(' ');
      return [id, { id, size: Number(size), sha256 }];
    }),
  );
}

export async function* once(text: string | Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const parts = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString();
}
