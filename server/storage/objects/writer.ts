import { randomUUID } from 'node:crypto';
import type { Caller, Claims, Database, Result, Statement, Transaction } from '#server/database/database.ts';
import { setLocal } from '#server/database/session-settings.ts';
import { mapDatabaseErrors } from '../database-errors.ts';
import { insertStatement, type NewObject } from './objects.ts';

export interface Destination {
  bucketId: string;
  key: string;
}

type Trial = Destination & Partial<Pick<NewObject, 'userMetadata'>>;

export function createWriter(database: Database, caller: Caller) {
  return {
    role: caller.role,
    /** The owner of the written objects. */
    owner: caller.claims.sub,
    /** Tries to write an object without bytes. Throws what `writeWith` would. Returns how many more the destination may store. */
    dryRun: async ({ bucketId, key, userMetadata = null }: Trial, upsert: boolean): Promise<number> => {
      const owner = caller.claims.sub;
      const empty = { id: randomUUID(), bucketId, key, owner, metadata: {}, userMetadata };
      let room = 0;
      try {
        await database.asCaller(caller, async (tx) => {
          const [, , left] = await Promise.all([
            // There is no blob yet.
            tx.query('set constraints storage.objects_blob_id_fkey deferred'),
            tx.run(insertStatement({ ...empty, blobId: randomUUID() }, upsert)),
            tx.run<RoomRow>(roomStatement({ bucketId, key })),
          ]);
          room = readRoom(left);
          throw new RollBack();
        });
      } catch (error) {
        if (!(error instanceof RollBack)) throw error;
      }
      return room;
    },
    /** How many more bytes it may store, for a session that still exists and may add documents there. */
    roomLeft: async (destination: Destination): Promise<number> =>
      readRoom(
        await mapDatabaseErrors(destination.key, () =>
          database.runAs<RoomRow>(caller, roomStatement(destination), { readOnly: true }),
        ),
      ),
    /** Runs the server's own statement, and checks the session. Returns its first row, and the destination's room. */
    admit: async <Row>(own: Statement, destination: Destination) => {
      const room = roomStatement(destination);
      const [found, left] = await mapDatabaseErrors(destination.key, () =>
        database.runOwnerThenCaller<Row, RoomRow>(own, caller, room),
      );
      return { row: found.rows[0], room: readRoom(left) };
    },
    /** Writes, in one transaction with a statement that the server runs before as the database's owner. */
    writeWith: async <Row>(own: Statement, statement: Statement) =>
      (await database.runOwnerThenCaller<unknown, Row>(own, caller, statement))[1],
    /** The same, in one transaction with work that the server does before as the database's owner. */
    writeAfter: <Row>(
      before: (tx: Transaction) => Promise<void>,
      statement: Statement,
    ): Promise<Result<Row>> =>
      database.asOwner(async (tx) => {
        await setClaims(tx, caller);
        await before(tx);
        await tx.become(caller);
        return tx.run(statement);
      }),
    /** Work of the server as the database's owner. Triggers still see the caller's claims. */
    asOwner: <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      database.asOwner(async (tx) => {
        await setClaims(tx, caller);
        return work(tx);
      }),
  };
}

/** Writes objects as a caller, under the row-level security policies. */
export type Writer = ReturnType<typeof createWriter>;

/** The part of the signer's claims that a signed link keeps: enough to check their rights again when it is used. */
export type Signer = Pick<Claims, 'sub' | 'session_id' | 'aal'> & { role: Caller['role'] };

export function signerFromCaller({ role, claims: { sub, session_id, aal } }: Caller): Signer {
  return {
    role,
    ...(sub === undefined ? {} : { sub }),
    ...(session_id === undefined ? {} : { session_id }),
    ...(aal === undefined ? {} : { aal }),
  };
}

/** Writes as a signed link's signer, with today's rights: not after their session ends or the permission is lost. */
export function createLinkWriter(database: Database, signer: Signer): Writer {
  return createWriter(database, { role: signer.role, claims: { ...signer } });
}

const setClaims = (tx: Transaction, { claims }: Caller) => tx.run(setLocal('request.jwt.claims', claims));

interface RoomRow {
  room: string | null;
}

const roomStatement = ({ bucketId, key }: Destination): Statement => ({
  prepared: true,
  text: 'select storage.quota_remaining($1, $2) as room',
  values: [bucketId, key],
});

function readRoom({ rows: [row] }: Result<RoomRow>): number {
  return row === undefined || row.room === null ? Number.POSITIVE_INFINITY : Number(row.room);
}

class RollBack extends Error {}
