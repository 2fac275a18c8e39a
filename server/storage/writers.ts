import type { Caller, Database, Result, Statement, Transaction } from '#server/database/database.ts';

/** Writes objects in somebody's name. */
export interface Writer {
  /** Who will own what is written. */
  owner: string | undefined;
  /** Whether the statement would be allowed now: done, and undone. Throws what writing would throw. */
  rehearse(statement: Statement): Promise<void>;
  write<Row>(statement: Statement): Promise<Result<Row>>;
  /** The same in one transaction with what the server does itself before, as the owner. */
  writeAfter<Row>(before: (tx: Transaction) => Promise<void>, statement: Statement): Promise<Result<Row>>;
}

/** As the caller: the policies decide. */
export function writerFor(database: Database, caller: Caller): Writer {
  return {
    owner: caller.claims.sub,
    rehearse: (statement) => undone((work) => database.asCaller(caller, work), statement),
    write: (statement) => database.runAs(caller, statement),
    writeAfter: (before, statement) =>
      database.asOwner(async (tx) => {
        await before(tx);
        await tx.become(caller);
        return tx.run(statement);
      }),
  };
}

/**
 * For a signed link: the policies were asked when it was signed. The triggers, which guard what no right may
 * change, still see the person who signed it.
 */
export function writerByLink(database: Database, owner: string | undefined): Writer {
  const claims = JSON.stringify(
    owner === undefined ? { role: 'service_role' } : { sub: owner, role: 'authenticated' },
  );
  const asPerson = <T>(work: (tx: Transaction) => Promise<T>) =>
    database.asOwner(async (tx) => {
      const [, value] = await Promise.all([
        tx.query(`select set_config('request.jwt.claims', $1, true)`, [claims]),
        work(tx),
      ]);
      return value;
    });
  return {
    owner,
    rehearse: (statement) => undone(asPerson, statement),
    write: (statement) => asPerson((tx) => tx.run(statement)),
    writeAfter: (before, statement) =>
      asPerson(async (tx) => {
        await before(tx);
        return tx.run(statement);
      }),
  };
}

class Undone extends Error {}

async function undone(
  transact: (work: (tx: Transaction) => Promise<never>) => Promise<never>,
  statement: Statement,
): Promise<void> {
  try {
    await transact(async (tx) => {
      await Promise.all([
        // There is no blob yet.
        tx.query('set constraints storage.objects_blob_id_fkey deferred'),
        tx.run(statement),
      ]);
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
}
