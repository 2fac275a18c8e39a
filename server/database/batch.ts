import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { Result, Statement } from './statement.ts';

/** The messages of PostgreSQL's extended query protocol, as pg writes them; its types lack most of them. */
interface Wire {
  stream: Duplex;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: unknown[] }): void;
  describe(message: { type: 'P' }): void;
  execute(message: object): void;
  close(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** pg's own reader of rows. */
interface Rows {
  rows: unknown[];
  rowCount: number | null;
  addFields(fields: object[]): void;
  parseRow(values: unknown[]): unknown;
  addRow(row: unknown): void;
  addCommandComplete(message: object): void;
}

/** Turns a value into a text, a buffer or null. In pg, but not in its types. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;
const newRows = pg.Result as unknown as new () => Rows;

/** On each connection. PostgreSQL keeps some 100 KB for each, so this bounds its memory too. */
const MAX_PREPARED = 64;
/** Longer statements are rare; each would take a lot of memory on each connection. In characters. */
const MAX_PREPARED_LENGTH = 16_384;

type PreparedStatements = ReturnType<typeof createPreparedStatements>;

const preparedOn = new WeakMap<object, PreparedStatements>();

/**
 * Runs the statements with one write and one Sync, so in one round trip. Unless one of them is `begin`, or the connection
 * is in a transaction, they are a transaction of their own, which PostgreSQL ends at the Sync: it commits if all have
 * succeeded; at the first failure it skips the rest and rolls back. So not even a lost answer leaves it open.
 *
 * @param role Whose statements they are. PostgreSQL plans a prepared statement anew when the role or its policies have
 *   changed, so each role has its own.
 * @returns The result of each statement. Rejects with the error of the first that fails.
 */
export function runBatch(
  client: pg.ClientBase,
  statements: readonly Statement[],
  role = '',
): Promise<Result<unknown>[]> {
  return new Promise((resolve, reject) => {
    client.query(new Batch(statements, role, resolve, reject));
  });
}

interface Part {
  statement: Statement;
  rows: Rows;
  prepared: Prepared | undefined;
  key: string;
  /** Whether this batch prepares it. */
  isNew: boolean;
}

/** In pg's queue, the batch is one query: PostgreSQL is ready for the next one only after the Sync. */
class Batch extends pg.Query {
  readonly #statements: readonly Statement[];
  readonly #role: string;
  readonly #resolve: (results: Result<unknown>[]) => void;
  readonly #reject: (error: unknown) => void;
  #known: PreparedStatements | undefined;
  #parts: Part[] = [];
  /** The part that PostgreSQL is answering. */
  #current = 0;
  /** A value that could not be read. The other messages of the batch still have to be received. */
  #unreadable: { error: unknown } | undefined;

  constructor(
    statements: readonly Statement[],
    role: string,
    resolve: (results: Result<unknown>[]) => void,
    reject: (error: unknown) => void,
  ) {
    super({ text: '' });
    this.#statements = statements;
    this.#role = role;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  override submit = (connection: object): Error | null => {
    const wire = connection as Wire;
    let values: unknown[][];
    try {
      // Before the first byte: half a batch must not be sent.
      values = this.#statements.map((statement) =>
        (statement.values ?? []).map((value) => prepareValue(value)),
      );
    } catch (error) {
      return error as Error;
    }
    const known = preparedOn.get(connection) ?? createPreparedStatements(MAX_PREPARED);
    preparedOn.set(connection, known);
    this.#known = known;
    this.#parts = this.#statements.map((statement) => this.#partOf(statement, known));
    // One write for all batches of this moment, such as the opening of a transaction and its first statements.
    wire.stream.cork();
    process.nextTick(() => wire.stream.uncork());
    for (const name of known.takeUnused()) wire.close({ type: 'S', name });
    for (const [at, part] of this.#parts.entries()) send(wire, part, values[at] ?? []);
    wire.sync();
    return null;
  };

  #partOf(statement: Statement, known: PreparedStatements): Part {
    const rows = new newRows();
    const key = `${this.#role}\n${statement.text}`;
    if (!statement.prepared || statement.text.length > MAX_PREPARED_LENGTH) {
      return { statement, rows, key, prepared: undefined, isNew: true };
    }
    const existing = known.find(key);
    if (existing?.fields) rows.addFields(existing.fields);
    return { statement, rows, key, prepared: existing ?? known.add(key), isNew: existing === undefined };
  }

  handleRowDescription({ fields }: { fields: object[] }): void {
    const part = this.#parts[this.#current];
    if (!part) return;
    part.rows.addFields(fields);
    if (part.prepared) part.prepared.fields = fields;
  }

  handleDataRow({ fields }: { fields: unknown[] }): void {
    const rows = this.#parts[this.#current]?.rows;
    if (!rows || this.#unreadable) return;
    try {
      rows.addRow(rows.parseRow(fields));
    } catch (error) {
      this.#unreadable = { error };
    }
  }

  handleCommandComplete(message: object): void {
    this.#parts[this.#current]?.rows.addCommandComplete(message);
    this.#current += 1;
  }

  handleEmptyQuery(): void {
    this.#current += 1;
  }

  /** The connection is lost, or PostgreSQL has skipped everything after the current part. */
  handleError(error: unknown): void {
    for (const { key, isNew } of this.#parts.slice(this.#current + 1)) if (isNew) this.#known?.forget(key);
    // What failed may have to be prepared anew, such as after a change of the schema.
    const failed = this.#parts[this.#current];
    if (failed) this.#known?.forget(failed.key);
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#unreadable) this.#reject(this.#unreadable.error);
    else this.#resolve(this.#parts.map(({ rows }) => ({ rows: rows.rows, rowCount: rows.rowCount ?? 0 })));
  }
}

function send(wire: Wire, { statement, prepared, isNew }: Part, values: unknown[]): void {
  const name = prepared?.name ?? '';
  if (isNew) wire.parse({ name, text: statement.text });
  wire.bind({ statement: name, values });
  if (!prepared?.fields) wire.describe({ type: 'P' });
  wire.execute({});
}

/** What a connection knows of a statement that it has prepared. */
interface Prepared {
  /** Its name on this connection; never given to another statement. */
  readonly name: string;
  /** Its columns, once PostgreSQL has described them. They never change: PostgreSQL fails a statement whose columns would. */
  fields?: object[] | undefined;
}

/** Differs from the names that pg or a pooler gives. */
const PREFIX = 'nutmeg_';

/** The statements that one connection has prepared, up to a limit; the least recently used one makes room. */
export function createPreparedStatements(limit: number) {
  // A map keeps the order of insertion: the first one is the least recently used.
  const statements = new Map<string, Prepared>();
  let unused: string[] = [];
  let count = 0;

  const forget = (key: string) => {
    const known = statements.get(key);
    if (!known) return;
    statements.delete(key);
    unused.push(known.name);
  };
  return {
    /** The prepared statement of this key, marked as used; undefined if it has to be prepared. */
    find(key: string): Prepared | undefined {
      const known = statements.get(key);
      if (!known) return undefined;
      statements.delete(key);
      statements.set(key, known);
      return known;
    },
    /** Names a statement that is about to be prepared. */
    add(key: string): Prepared {
      forget(key);
      const [oldest] = statements.keys();
      if (statements.size >= limit && oldest !== undefined) forget(oldest);
      const prepared = { name: `${PREFIX}${++count}` };
      statements.set(key, prepared);
      return prepared;
    },
    /** Forgets a statement, such as one that failed. */
    forget,
    /** The names that PostgreSQL still has to close; each is returned once. */
    takeUnused(): string[] {
      const names = unused;
      unused = [];
      return names;
    },
  };
}
