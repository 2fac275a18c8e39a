import type { SourceRow } from '#server/database/copy/copy-rows.ts';
import { sqlState, type Transaction } from '#server/database/database.ts';
import { batches } from '#server/operate/batches.ts';
import type { ImportDeps } from './deps.ts';
import type { ImportedTable } from './source.ts';

type Deps = Pick<ImportDeps, 'database' | 'report' | 'dryRun'>;

/** An item of the source: a row, or something that belongs to it. */
export interface Item {
  /** Its id in the source. */
  id: string;
  /** See `ImportDeps`. */
  fingerprints: Buffer[];
}

/** How to import one kind of item. */
export interface ImportKind<T extends Item> {
  name: string;
  /** The number of items in one transaction. */
  batch: number;
  /** Skips items that can't be read. */
  items: AsyncIterable<T>;
  /** Items that can't be imported. Changes nothing. */
  refused?: { why: string; ids(items: T[], deps: Deps): Promise<string[]> };
  /** In a dry run: returns the items that `prepare` would return. */
  prepareDryRun?(items: T[]): Promise<T[]>;
  /** Runs before the transaction; returns the items that can be written. */
  prepare?(items: T[]): Promise<T[]>;
  write(tx: Transaction, items: T[]): Promise<void>;
  /** Runs after the items were written or, with false, rejected by the database. */
  afterWrite?(items: T[], written: boolean): Promise<void>;
}

/** The import would send a client mail about old events. */
class MailQueuedError extends Error {}

/**
 * Imports items that are new or changed since the last import. Each batch is one transaction, together with its
 * fingerprints, so an interrupted import continues where it stopped. Returns the ids of all imported items.
 */
export async function importItems<T extends Item>(deps: Deps, kind: ImportKind<T>): Promise<Set<string>> {
  const { report } = deps;
  const here = new Set<string>();
  const seen = new Set<string>();
  for await (const batch of batches(withoutDuplicates(kind, seen, report), kind.batch)) {
    for (const id of await importBatch(deps, kind, batch)) here.add(id);
  }
  const { rows } = await deps.database.query<{ id: string }>(
    'select id from nutmeg.imported where kind = $1',
    [kind.name],
  );
  for (const { id } of rows) if (!seen.has(id)) report.gone(kind.name, id);
  return here;
}

/** Skips duplicate ids, which PostgreSQL rejects in one statement. */
async function* withoutDuplicates<T extends Item>(
  { name, items }: ImportKind<T>,
  seen: Set<string>,
  report: Deps['report'],
) {
  for await (const item of items) {
    if (seen.has(item.id)) report.skip(name, item.id, 'It is there twice. The first one was brought.');
    else {
      seen.add(item.id);
      yield item;
    }
  }
}

async function importBatch<T extends Item>(deps: Deps, kind: ImportKind<T>, batch: T[]): Promise<string[]> {
  const { database, report, dryRun } = deps;
  const counts = report.counts(kind.name);
  counts.seen += batch.length;
  const { rows } = await database.query<{ id: string; fingerprint: Buffer }>(
    'select id, fingerprint from nutmeg.imported where kind = $1 and id = any ($2)',
    [kind.name, batch.map(({ id }) => id)],
  );
  const known = new Map(rows.map(({ id, fingerprint }) => [id, fingerprint]));
  /** -1: it is new, or has changed. */
  const ageOfKey = ({ id, fingerprints }: Item) =>
    fingerprints.findIndex((one) => known.get(id)?.equals(one));
  const same = batch.filter((item) => ageOfKey(item) >= 0);
  counts.unchanged += same.length;
  // The key of the others may be forgotten before the next run.
  if (!dryRun)
    await recordImported(
      database,
      kind,
      same.filter((item) => ageOfKey(item) > 0),
    );
  const differing = batch.filter((item) => ageOfKey(item) < 0);
  const refused = new Set(differing.length > 0 ? await kind.refused?.ids(differing, deps) : []);
  for (const id of refused) report.leaveOut(kind.name, id, kind.refused?.why ?? '');
  const allowed = differing.filter(({ id }) => !refused.has(id));
  const prepare = dryRun ? kind.prepareDryRun : kind.prepare;
  const ready = allowed.length === 0 ? allowed : ((await prepare?.(allowed)) ?? allowed);
  const written = dryRun || ready.length === 0 ? ready : await write(deps, kind, ready);
  for (const { id } of written) {
    if (known.has(id)) counts.changed += 1;
    else counts.added += 1;
  }
  return [...same, ...written].map(({ id }) => id);
}

/** Writes all items at once; if the database rejects a value, one by one, so that a single row delays no other. */
async function write<T extends Item>(deps: Deps, kind: ImportKind<T>, items: T[]): Promise<T[]> {
  try {
    await deps.database.asOwner((tx) => writeInTransaction(tx, kind, items));
    await kind.afterWrite?.(items, true);
    return items;
  } catch (error) {
    const rule = violatedRule(error);
    if (rule !== undefined && items.length > 1) {
      const written: T[] = [];
      for (const item of items) written.push(...(await write(deps, kind, [item])));
      return written;
    }
    await kind.afterWrite?.(items, false);
    if (rule === undefined) throw error;
    for (const { id } of items) deps.report.leaveOut(kind.name, id, `The database refuses it (${rule}).`);
    return [];
  }
}

async function writeInTransaction<T extends Item>(
  tx: Transaction,
  kind: ImportKind<T>,
  items: T[],
): Promise<void> {
  await kind.write(tx, items);
  await recordImported(tx, kind, items);
  const { rows } = await tx.query('select from public.email_queue where created_at = now() limit 1');
  if (rows.length > 0) throw new MailQueuedError(`Bringing ${kind.name} would have sent a mail.`);
}

async function recordImported(
  database: Pick<Transaction, 'query'>,
  { name }: { name: string },
  items: Item[],
): Promise<void> {
  if (items.length === 0) return;
  await database.query(
    `insert into nutmeg.imported (kind, id, fingerprint)
     select $1, id, decode(fingerprint, 'hex') from unnest($2::text[], $3::text[]) as i (id, fingerprint)
     on conflict (kind, id) do update set fingerprint = excluded.fingerprint, imported_at = now()`,
    [name, items.map(({ id }) => id), items.map(({ fingerprints }) => fingerprints[0]?.toString('hex'))],
  );
}

/** The constraint or code that a value violates (PostgreSQL's classes 22 and 23); undefined for other errors. */
function violatedRule(error: unknown): string | undefined {
  const state = sqlState(error);
  if (state === undefined || !/^2[23]/.test(state)) return undefined;
  return (error as { constraint?: string }).constraint ?? state;
}

interface RowItem<Row> extends Item {
  row: Row;
}

interface TableOptions<Row> extends Pick<ImportKind<RowItem<Row>>, 'name' | 'refused'> {
  table: ImportedTable;
  /** Undefined for a row that is not imported; `skip` leaves it out for a reason. `people`: those who were imported. */
  read(
    row: SourceRow,
    context: {
      skip(id: string, why: string): undefined;
      people: ReadonlySet<string>;
      sealer: ImportDeps['sealer'];
    },
  ): { id: string; lasting: unknown; row: Row } | undefined;
  /** SQL that writes the rows, as a JSON array in $1. */
  write: string;
}

/** Imports rows of one table with one statement. A row is written again if what is `lasting` of it has changed. */
export function tableKind<Row>({ name, table, refused, read, write }: TableOptions<Row>) {
  return (
    { source, report, fingerprints, sealer }: ImportDeps,
    people: ReadonlySet<string>,
  ): ImportKind<RowItem<Row>> => {
    const skip = (id: string, why: string) => void report.skip(name, id, why);
    async function* items(): AsyncGenerator<RowItem<Row>> {
      for await (const one of source.rows(table)) {
        const found = read(one, { skip, people, sealer });
        if (found) yield { id: found.id, fingerprints: fingerprints(name, found.lasting), row: found.row };
      }
    }
    return {
      name,
      batch: 500,
      items: items(),
      ...(refused && { refused }),
      write: async (tx, rows) => void (await tx.query(write, [JSON.stringify(rows.map(({ row }) => row))])),
    };
  };
}
