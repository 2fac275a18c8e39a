import { pipeline, type Readable, Transform } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import { openClient } from '../client.ts';
import { parseRow } from './copy-rows.ts';
import { linesOf } from './lines.ts';

/** A database as it is at one moment. Read only. */
export interface Snapshot {
  /** The rows of every table of these schemas. */
  counts(schemas: readonly string[]): Promise<Map<string, number>>;
  columns(table: string): Promise<string[]>;
  /** The rows in PostgreSQL's text COPY format, times in UTC. Read to the end, or `close`. One at a time. */
  copyOut(table: string, columns: readonly string[]): Readable;
  /** The rows as JSON has them, in the order of a column where that is said. */
  rows(table: string, orderBy?: string): AsyncIterable<Record<string, unknown>>;
  close(): Promise<void>;
}

export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await openClient({ connectionString: url, application_name: 'nutmeg snapshot' });
  const quoted = (name: string) =>
    name
      .split('.')
      .map((part) => client.escapeIdentifier(part))
      .join('.');
  try {
    await client.query('begin isolation level repeatable read, read only');
    // With row_security off PostgreSQL refuses to show some of the rows only.
    await client.query(`set local row_security = off; set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC';
      set local datestyle = 'ISO, YMD'; set local extra_float_digits = 1`);
  } catch (error) {
    await client.end();
    throw error;
  }
  function copied(select: string): Readable {
    const rows = client.query(copyTo(`copy (${select}) to stdout`));
    // A reader that leaves early destroys what it read from, and not the connection beneath.
    const out = new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) });
    pipeline(rows, out, () => undefined);
    return out;
  }
  return {
    async counts(schemas) {
      const { rows } = await client.query<{ name: string }>(
        `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
        [schemas],
      );
      const counts = new Map<string, number>();
      for (const { name } of rows) {
        const counted = await client.query<{ rows: string }>(`select count(*) as rows from ${quoted(name)}`);
        counts.set(name, Number(counted.rows[0]?.rows));
      }
      return counts;
    },
    async columns(table) {
      const { rows } = await client.query<{ name: string }>(
        'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
        [quoted(table)],
      );
      return rows.map(({ name }) => name);
    },
    copyOut(table, columns) {
      const names = columns.map((column) => client.escapeIdentifier(column)).join(', ');
      return copied(`select ${names} from ${quoted(table)}`);
    },
    async *rows(table, orderBy) {
      const order = orderBy === undefined ? '' : ` order by t.${client.escapeIdentifier(orderBy)}`;
      for await (const line of linesOf(copied(`select to_jsonb(t) from ${quoted(table)} t${order}`))) {
        yield JSON.parse(parseRow(line, ['row']).row ?? '{}');
      }
    },
    close: async () => {
      client.connection.stream.destroy();
      await client.end();
    },
  };
}
