import type { Database, Transaction } from '#server/database/database.ts';
import { sqlState } from '#server/database/database.ts';
import type { Collector } from './report.ts';

/** An item of the source: a row, or something that belongs to it. */
export interface Item {
  /** As the source calls it. */
  id: string;
  fingerprint: Buffer;
}

/** How one kind of thing is brought. */
export interface Kind<T extends Item> {
  name: string;
  /** How many are written in one transaction. */
  batch: number;
  /** Leaves out by itself what can't be read. */
  items: AsyncIterable<T>;
  /** Why some may not be written; by their ids. Changes nothing. */
  refusals?(items: T[]): Promise<Map<string, string>>;
  /** In a dry run: those that `prepare` would find. */
  rehearse?(items: T[]): Promise<T[]>;
  /** What must be done before the transaction; answers with those that can be written. */
  prepare?(items: T[]): Promise<T[]>;
  write(tx: Transaction, items: T[]): Promise<void>;
  /** After they were written or, with false, refused by the database. */
  settled?(items: T[], written: boolean): Promise<void>;
}

interface Parts {
  database: Database;
  report: Collector;
  dryRun: boolean;
}

/** The import would mail a client about old events. */
export class MailCausedError extends Error {}

/**
 * Brings what is new or has changed since it was brought last. Each batch is one transaction together with its
 * fingerprints, so an import that was killed goes on where it was. Answers with the ids of all that are here now.
 */
export async function bring<T extends Item>(parts: Parts, kind: Kind<T>): Promise<Set<string>> {
  const { report } = parts;
  const here = new Set<string>();
  const seen = new Set<string>();
  for await (const batch of batches(once(kind, seen, report), kind.batch)) {
    for (const id of await bringBatch(parts, kind, batch)) here.add(id);
  }
  const { rows } = await parts.database.query<{ id: string }>(
    'select id from nutmeg.imported where kind = $1',
    [kind.name],
  );
  for (const { id } of rows) if (!seen.has(id)) report.gone(kind.name, id);
  return here;
}

/** What comes a second time under the same id would be written twice by one statement, which PostgreSQL refuses. */
async function* once<T extends Item>({ name, items }: Kind<T>, seen: Set<string>, report: Collector) {
  for await (const item of items) {
    if (seen.has(item.id)) report.skip(name, item.id, 'It is there twice. The first one was brought.');
    else {
      seen.add(item.id);
      yield item;
    }
  }
}

async function bringBatch<T extends Item>(parts: Parts, kind: Kind<T>, batch: T[]): Promise<string[]> {
  const { database, report, dryRun } = parts;
  const counts = report.counts(kind.name);
  counts.seen += batch.length;
  const { rows } = await database.query<{ id: string; fingerprint: Buffer }>(
    'select id, fingerprint from nutmeg.imported where kind = $1 and id = any ($2)',
    [kind.name, batch.map(({ id }) => id)],
  );
  const known = new Map(rows.map(({ id, fingerprint }) => [id, fingerprint]));
  const same = batch.filter(({ id, fingerprint }) => known.get(id)?.equals(fingerprint));
  counts.unchanged += same.length;
  const differing = batch.filter(({ id, fingerprint }) => !known.get(id)?.equals(fingerprint));
  const refused = (differing.length > 0 && (await kind.refusals?.(differing))) || new Map<string, string>();
  for (const [id, why] of refused) report.leaveOut(kind.name, id, why);
  const allowed = differing.filter(({ id }) => !refused.has(id));
  const prepare = dryRun ? kind.rehearse : kind.prepare;
  const ready = allowed.length === 0 ? allowed : ((await prepare?.(allowed)) ?? allowed);
  const written = dryRun || ready.length === 0 ? ready : await write(parts, kind, ready);
  for (const { id } of written) {
    if (known.has(id)) counts.changed += 1;
    else counts.added += 1;
  }
  return [...same, ...written].map(({ id }) => id);
}

/** All at once; where the database refuses a value, one by one, so that a single row holds up no other. */
async function write<T extends Item>(parts: Parts, kind: Kind<T>, items: T[]): Promise<T[]> {
  try {
    await parts.database.asOwner((tx) => writeIn(tx, kind, items));
    await kind.settled?.(items, true);
    return items;
  } catch (error) {
    const rule = ruleOf(error);
    if (rule !== undefined && items.length > 1) {
      const written: T[] = [];
      for (const item of items) written.push(...(await write(parts, kind, [item])));
      return written;
    }
    await kind.settled?.(items, false);
    if (rule === undefined) throw error;
    for (const { id } of items) parts.report.leaveOut(kind.name, id, `The database refuses it (${rule}).`);
    return [];
  }
}

async function writeIn<T extends Item>(tx: Transaction, kind: Kind<T>, items: T[]): Promise<void> {
  await kind.write(tx, items);
  await tx.query(
    `insert into nutmeg.imported (kind, id, fingerprint)
     select $1, id, decode(fingerprint, 'hex') from unnest($2::text[], $3::text[]) as i (id, fingerprint)
     on conflict (kind, id) do update set fingerprint = excluded.fingerprint, imported_at = now()`,
    [kind.name, items.map(({ id }) => id), items.map(({ fingerprint }) => fingerprint.toString('hex'))],
  );
  const { rows } = await tx.query('select from public.email_queue where created_at = now() limit 1');
  if (rows.length > 0) throw new MailCausedError(`Bringing ${kind.name} would have sent a mail.`);
}

/** The rule that a value breaks: class 22 and 23 of PostgreSQL's errors. Undefined for all other errors. */
function ruleOf(error: unknown): string | undefined {
  const state = sqlState(error);
  if (state === undefined || !/^2[23]/.test(state)) return undefined;
  return (error as { constraint?: string }).constraint ?? state;
}

async function* batches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
