/** What a connection knows of a statement that it has prepared. */
export interface Prepared {
  /** Its name on this connection; never given to another statement. */
  readonly name: string;
  /** Its columns, once PostgreSQL has described them. They never change: PostgreSQL fails a statement whose columns would. */
  fields?: object[] | undefined;
}

/** Differs from the names that pg or a pooler gives. */
const PREFIX = 'nutmeg_';

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

/** The statements that one connection has prepared, up to a limit; the least recently used one makes room. */
export type PreparedStatements = ReturnType<typeof createPreparedStatements>;
