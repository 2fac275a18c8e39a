import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { measure } from '#server/measure.ts';
import { openClient } from '../client.ts';
import {
  type AppliedMigration,
  appliedMigrations,
  type CopiedSequence,
  type CopiedTable,
  LONG_WORK,
  quoteName,
  sequencesOf,
  tablesInLoadOrder,
} from './copy-catalog.ts';

/** Describes a copy. Plain JSON; stored beside the tables, and needed to load them. */
export interface CopySummary {
  migrations: AppliedMigration[];
  /** In loading order. */
  tables: TableSummary[];
  sequences: CopiedSequence[];
}

interface TableSummary extends CopiedTable {
  rows: number;
  bytes: number;
  /** SHA-256 of the bytes, in hex. */
  sha256: string;
}

interface CopySink {
  /** Consumes all rows, in PostgreSQL's text COPY format (UTF-8), before the next table. */
  table(name: string, columns: string[], rows: Readable): Promise<void>;
}

export interface CopySource {
  summary: CopySummary;
  /** Returns the same bytes. Called for one table at a time. */
  table(name: string): Readable | Promise<Readable>;
}

/** The copy does not match the database, or is damaged. Nothing was written. */
export class CopyError extends Error {}

/**
 * Rows that migrations insert. A new database has rows in these tables only; they are replaced by those of the copy.
 */
const SEEDED = new Set([
  'storage.buckets',
  'nutmeg.return_steps',
  'nutmeg.scrub',
  'nutmeg.health_watch',
  'nutmeg.billing_numbers',
]);

/**
 * Copies all rows of all tables to the sink, in one snapshot, while the portal runs. The URL's role must own the tables
 * and needs no other rights. Throws errors of the sink and the database.
 */
export async function writeCopy(url: string, sink: CopySink): Promise<CopySummary> {
  return withClient(url, 'begin isolation level repeatable read, read only', async (client) => {
    const migrations = await appliedMigrations(client);
    if (migrations.length === 0) throw new CopyError('This database has no portal in it.');
    const tables: TableSummary[] = [];
    for (const table of await tablesInLoadOrder(client)) tables.push(await writeTable(client, table, sink));
    // Last, because sequences are not part of the snapshot and must not be behind its rows.
    return { migrations, tables, sequences: await sequencesOf(client) };
  });
}

async function writeTable(client: pg.Client, table: CopiedTable, sink: CopySink): Promise<TableSummary> {
  const rows = client.query(copyTo(`copy ${target(client, table)} to stdout`));
  const hash = createHash('sha256');
  const measured = measure(hash);
  // A failing sink stops the query, and a failing query reaches the sink.
  await pipeline(rows, measured.watch, async (bytes) => {
    const received = Readable.from(bytes, { objectMode: false });
    await sink.table(table.name, table.columns, received);
    if (!received.readableEnded) throw new Error('The sink left rows unread.');
  });
  return { ...table, rows: rows.rowCount, bytes: measured.size(), sha256: hash.digest('hex') };
}

/**
 * Loads a copy into an empty database with the same migrations, in one transaction. The URL's role must own the tables.
 * Triggers don't fire. Throws `CopyError`.
 */
export async function readCopy(url: string, source: CopySource): Promise<CopySummary> {
  const { summary } = source;
  return withClient(url, 'begin', async (client) => {
    requireSameMigrations(await appliedMigrations(client), summary.migrations);
    const tables = await tablesInLoadOrder(client);
    requireSameTables(tables, summary.tables);
    const all = tables.map(({ name }) => quoteName(client, name));
    // Locked before the check, so that the tables stay empty.
    await client.query(`lock table ${all.join(', ')} in access exclusive mode`);
    await requireEmptyTables(client, tables);
    for (const table of all) await client.query(`alter table ${table} disable trigger user`);
    await client.query(`truncate ${all.join(', ')}`);
    for (const { name } of tables) {
      const expected = summary.tables.find((one) => one.name === name);
      if (expected) await readTable(client, expected, await source.table(name));
    }
    // Deferred constraints are checked before tables may be altered again.
    await client.query('set constraints all immediate');
    for (const table of all) await client.query(`alter table ${table} enable trigger user`);
    for (const { name, lastValue, isCalled } of summary.sequences) {
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        quoteName(client, name),
        lastValue,
        isCalled,
      ]);
    }
    return summary;
  });
}

async function readTable(client: pg.Client, expected: TableSummary, bytes: Readable): Promise<void> {
  const { name, rows, sha256 } = expected;
  const loading = client.query(copyFrom(`copy ${target(client, expected)} from stdin`));
  const hash = createHash('sha256');
  try {
    await pipeline(bytes, measure(hash).watch, loading);
  } catch (error) {
    // PostgreSQL's message would quote the row.
    const { code } = error as { code?: string };
    if (/^(?:22|23)...$/.test(code ?? '')) throw new CopyError(`The copy of ${name} is damaged (${code}).`);
    throw error;
  }
  if (loading.rowCount !== rows || hash.digest('hex') !== sha256) {
    throw new CopyError(`The copy of ${name} is damaged: its rows are not the ones that were written.`);
  }
}

function requireSameMigrations(here: AppliedMigration[], copied: AppliedMigration[]): void {
  const [ours, theirs] = [here, copied].map(
    (list) => new Map(list.map(({ name, checksum }) => [name, checksum])),
  );
  const missing = copied.filter(({ name }) => !ours?.has(name)).map(({ name }) => name);
  const more = here.filter(({ name }) => !theirs?.has(name)).map(({ name }) => name);
  const other = here.filter(({ name, checksum }) => theirs?.has(name) && theirs.get(name) !== checksum);
  const problems = [
    ...(missing.length > 0 ? [`it lacks ${missing.join(', ')}`] : []),
    ...(more.length > 0 ? [`the copy lacks ${more.join(', ')}`] : []),
    ...(other.length > 0 ? [`other versions of ${other.map(({ name }) => name).join(', ')}`] : []),
  ];
  if (problems.length > 0) {
    throw new CopyError(`The copy is of another version than this database: ${problems.join('; ')}.`);
  }
}

function requireSameTables(here: CopiedTable[], copied: CopiedTable[]): void {
  const shape = (tables: CopiedTable[]) =>
    tables.map(({ name, columns }) => `${name} (${[...columns].sort().join(', ')})`).sort();
  const [ours, theirs] = [shape(here), shape(copied)];
  const other = [
    ...ours.filter((table) => !theirs.includes(table)),
    ...theirs.filter((table) => !ours.includes(table)),
  ];
  if (other.length > 0)
    throw new CopyError(`The copy has other tables than this database: ${other.join('; ')}`);
}

async function requireEmptyTables(client: pg.Client, tables: CopiedTable[]): Promise<void> {
  for (const { name } of tables.filter((table) => !SEEDED.has(table.name))) {
    const { rows } = await client.query<{ hasRows: boolean }>(
      `select exists (select from ${quoteName(client, name)}) as "hasRows"`,
    );
    if (rows[0]?.hasRows) throw new CopyError(`This database is not empty: there are rows in ${name}.`);
  }
}

function target(client: pg.Client, { name, columns }: CopiedTable): string {
  return `${quoteName(client, name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;
}

async function withClient<T>(
  url: string,
  begin: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openClient({ connectionString: url, application_name: 'nutmeg copy' });
  try {
    await client.query(begin);
    await client.query(LONG_WORK);
    const value = await work(client);
    await client.query('commit');
    return value;
  } catch (error) {
    // A running COPY can't be cancelled on this connection. PostgreSQL rolls back when it is closed.
    client.connection.stream.destroy();
    throw error;
  } finally {
    await client.end();
  }
}
