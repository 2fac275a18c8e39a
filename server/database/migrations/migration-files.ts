import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { isVersion } from '#server/version.ts';

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
/** The comment at the start of a file. */
const HEAD = /^(?:--.*\n?)*/;
/** A line of the head. */
const NEEDS = /^-- Needs: (.*)$/m;

/** The product's own migrations. */
export const MIGRATIONS = new URL('../../../database/migrations/', import.meta.url);

export class MigrationError extends Error {}

export interface MigrationFile {
  name: string;
  sql: string;
  /** SHA-256 in hex. */
  checksum: string;
  /** The oldest version that can use a database with this migration; undefined: any version. */
  needs: string | undefined;
}

/** Reads the migrations of a folder in order. Throws `MigrationError` if one is misnamed. */
export async function migrationFiles(folder: URL): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const misnamed = names.filter((name) => !FILE_NAME.test(name));
  if (misnamed.length > 0) throw new MigrationError(`Not a migration's name: ${misnamed.join(', ')}`);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name, sql, checksum, needs: neededVersion(name, sql) };
    }),
  );
}

function neededVersion(name: string, sql: string): string | undefined {
  const needs = NEEDS.exec(HEAD.exec(sql)?.[0] ?? '')?.[1];
  if (needs !== undefined && !isVersion(needs)) {
    throw new MigrationError(`${name}: "Needs: ${needs}" is not a version such as 1.0.0`);
  }
  return needs;
}
