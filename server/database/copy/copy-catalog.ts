import type pg from 'pg';

/** The schemas of a copy. Tables of extensions in `public` are left out. */
export const SCHEMAS = ['auth', 'storage', 'public', 'nutmeg'];
/** Describes the schema, so it is compared and not copied. */
const MIGRATIONS_TABLE = 'nutmeg.migrations';

/**
 * A copy may take hours, so the server's time limits must not apply. With row_security off, PostgreSQL raises an error
 * instead of hiding rows.
 */
export const LONG_WORK = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local row_security = off`;

export interface CopiedTable {
  /** Schema and table, as in `auth.users`. */
  name: string;
  /** Without generated columns, which PostgreSQL computes again. */
  columns: string[];
}

export interface CopiedSequence {
  name: string;
  /** A bigint, as text. */
  lastValue: string;
  isCalled: boolean;
}

export interface AppliedMigration {
  name: string;
  checksum: string;
}

/** Lists all tables, each after the tables that its foreign keys refer to. Throws if references are circular. */
export async function tablesInLoadOrder(client: pg.Client): Promise<CopiedTable[]> {
  const { rows: tables } = await client.query<CopiedTable>(
    `select n.nspname || '.' || c.relname as name, array(
       select a.attname::text from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
     ) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' and n.nspname || '.' || c.relname <> $2
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1`,
    [SCHEMAS, MIGRATIONS_TABLE],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select fn.nspname || '.' || f.relname as "from", tn.nspname || '.' || t.relname as "to"
     from pg_constraint k
     join pg_class f on f.oid = k.conrelid join pg_namespace fn on fn.oid = f.relnamespace
     join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
     where k.contype = 'f' and k.conrelid <> k.confrelid`,
  );
  return sortByReferences(tables, references);
}

function sortByReferences(tables: CopiedTable[], references: { from: string; to: string }[]): CopiedTable[] {
  const ordered: CopiedTable[] = [];
  let waiting = tables;
  while (waiting.length > 0) {
    const left = new Set(waiting.map(({ name }) => name));
    const held = new Set(references.filter(({ to }) => left.has(to)).map(({ from }) => from));
    const free = waiting.filter(({ name }) => !held.has(name));
    if (free.length === 0) throw new Error(`Foreign keys refer in a circle: ${[...left].join(', ')}`);
    ordered.push(...free);
    waiting = waiting.filter(({ name }) => held.has(name));
  }
  return ordered;
}

export async function sequencesOf(client: pg.Client): Promise<CopiedSequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'S'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1`,
    [SCHEMAS],
  );
  const sequences: CopiedSequence[] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<Omit<CopiedSequence, 'name'>>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quoteName(client, name)}`,
    );
    for (const value of values) sequences.push({ name, ...value });
  }
  return sequences;
}

/** Returns an empty list if the database was never migrated. */
export async function appliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [MIGRATIONS_TABLE],
  );
  if (!found[0]?.found) return [];
  const { rows } = await client.query<AppliedMigration>(
    `select name, checksum from ${MIGRATIONS_TABLE} order by name`,
  );
  return rows;
}

/** Quotes a name such as `auth.users` for a statement. */
export function quoteName(client: pg.Client, name: string): string {
  const dot = name.indexOf('.');
  return `${client.escapeIdentifier(name.slice(0, dot))}.${client.escapeIdentifier(name.slice(dot + 1))}`;
}
