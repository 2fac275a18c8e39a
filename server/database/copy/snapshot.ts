import { pipeline, type Readable, Transform } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import { openClient } from '../client.ts';
import { LONG_WORK, quoteName, SCHEMAS } from './copy-catalog.ts';
import { parseRow } from './copy-rows.ts';
import { linesOf } from './lines.ts';

export async function openSnapshot(url: string) {
  const client = await openClient({ connectionString: url, application_name: 'nutmeg snapshot' });
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query(LONG_WORK);
  } catch (error) {
    await client.end();
    throw error;
  }
  function copySelect(select: string): Readable {
    const rows = client.query(copyTo(`copy (${select}) to stdout`));
    // If the reader stops early, only this stream is destroyed, not the connection.
    const out = new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) });
    pipeline(rows, out, () => undefined);
    return out;
  }
  return {
    /** Counts the rows of every table in these schemas. */
    async counts(schemas: readonly string[]): Promise<Map<string, number>> {
      const { rows } = await client.query<{ name: string }>(
        `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
        [schemas],
      );
      const counts = new Map<string, number>();
      for (const { name } of rows) {
        const counted = await client.query<{ rows: string }>(
          `select count(*) as rows from ${quoteName(client, name)}`,
        );
        counts.set(name, Number(counted.rows[0]?.rows));
      }
      return counts;
    },
    async columns(table: string): Promise<string[]> {
      const { rows } = await client.query<{ name: string }>(
        'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
        [quoteName(client, table)],
      );
      return rows.map(({ name }) => name);
    },
    /** Rows in PostgreSQL's text COPY format, times in UTC. Read to the end or call `close`. One at a time. */
    copyOut(table: string, columns: readonly string[]): Readable {
      const names = columns.map((column) => client.escapeIdentifier(column)).join(', ');
      return copySelect(`select ${names} from ${quoteName(client, table)}`);
    },
    /** Rows as JSON values, optionally ordered by a column. */
    async *rows(table: string, orderBy?: string): AsyncIterable<Record<string, unknown>> {
      const order = orderBy === undefined ? '' : ` order by t.${client.escapeIdentifier(orderBy)}`;
      for await (const line of linesOf(
        copySelect(`select to_jsonb(t) from ${quoteName(client, table)} t${order}`),
      )) {
        yield JSON.parse(parseRow(line, ['row']).row ?? '{}');
      }
    },
    close: async (): Promise<void> => {
      client.connection.stream.destroy();
      await client.end();
    },
  };
}

/** A read-only view of a database at one time. */
export type Snapshot = Awaited<ReturnType<typeof openSnapshot>>;

/** Counts the rows of every table of the portal in one snapshot, by "schema.table". */
export async function countRows(url: string): Promise<Record<string, number>> {
  const snapshot = await openSnapshot(url);
  return snapshot.counts(SCHEMAS).then(Object.fromEntries).finally(snapshot.close);
}
