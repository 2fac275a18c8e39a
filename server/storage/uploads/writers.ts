import type { Caller, Claims, Database, Result, Statement, Transaction } from '#server/database/database.ts';
import { setLocal } from '#server/database/session-settings.ts';

export interface Destination {
  bucketId: string;
  key: string;
}

/** Writes objects in somebody's name: the policies decide. */
export interface Writer {
  /** Who will own what is written. */
  owner: string | undefined;
  /**
   * Whether the statement would be allowed now: done, and undone. Throws what writing would throw, and answers with
   * the room that is left.
   */
  rehearse(statement: Statement, at: Destination): Promise<number>;
  /** How many bytes more this writer may bring there. Asks too whether a person's session still lives. */
  roomAt(at: Destination): Promise<number>;
  write<Row>(statement: Statement): Promise<Result<Row>>;
  /** The same in one transaction with what the server does itself before, as the owner. */
  writeAfter<Row>(before: (tx: Transaction) => Promise<void>, statement: Statement): Promise<Result<Row>>;
  /** What the server itself notes, as the owner; triggers still see in whose name. */
  note<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

export function writerFor(database: Database, caller: Caller): Writer {
  return {
    owner: caller.claims.sub,
    rehearse: (statement, at) => undone(database, caller, statement, at),
    roomAt: async (at) => roomIn(await database.runAs<RoomRow>(caller, roomAt(at), { readOnly: true })),
    write: (statement) => database.runAs(caller, statement),
    writeAfter: (before, statement) =>
      database.asOwner(async (tx) => {
        await setClaims(tx, caller);
        await before(tx);
        await tx.become(caller);
        return tx.run(statement);
      }),
    note: (work) =>
      database.asOwner(async (tx) => {
        await setClaims(tx, caller);
        return work(tx);
      }),
  };
}

/** What a signed link remembers of whoever signed it: enough to ask again, when it is used, what they may do. */
export type Signer = Pick<Claims, 'sub' | 'session_id' | 'aal'> & { role: Caller['role'] };

export function signerOf({ role, claims: { sub, session_id, aal } }: Caller): Signer {
  return {
    role,
    ...(sub === undefined ? {} : { sub }),
    ...(session_id === undefined ? {} : { session_id }),
    ...(aal === undefined ? {} : { aal }),
  };
}

/**
 * For a signed link: in the name of whoever signed it, by what they may do now. When their session has ended or
 * their right was taken away, what they have handed out opens nothing any more.
 */
export function writerByLink(database: Database, signer: Signer): Writer {
  return writerFor(database, { role: signer.role, claims: { ...signer } });
}

const setClaims = (tx: Transaction, { claims }: Caller) => tx.run(setLocal('request.jwt.claims', claims));

interface RoomRow {
  room: string | null;
}

const roomAt = ({ bucketId, key }: Destination): Statement => ({
  name: 'room-left',
  text: 'select storage.room_left($1, $2) as room',
  values: [bucketId, key],
});

function roomIn({ rows: [row] }: Result<RoomRow>): number {
  return row === undefined || row.room === null ? Number.POSITIVE_INFINITY : Number(row.room);
}

class Undone extends Error {}

async function undone(
  database: Database,
  caller: Caller,
  statement: Statement,
  at: Destination,
): Promise<number> {
  let room = 0;
  try {
    await database.asCaller(caller, async (tx) => {
      const [, , left] = await Promise.all([
        // There is no blob yet.
        tx.query('set constraints storage.objects_blob_id_fkey deferred'),
        tx.run(statement),
        tx.run<RoomRow>(roomAt(at)),
      ]);
      room = roomIn(left);
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return room;
}
