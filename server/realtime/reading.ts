import type { Caller, Database, Statement } from '#server/database/database.ts';
import { setLocal } from '#server/database/session-settings.ts';
import type { Change } from './changes.ts';

/** Rows, or what is left of them, by id. */
export type Rows = ReadonlyMap<string, object>;

/** What the listener sees: the policies decide, and whether the session still lives. Throws `SessionEndedError`. */
export async function readRows(database: Database, caller: Caller, statement: Statement): Promise<Rows> {
  const { rows } = await database.runAs<{ key: string; record: object }>(caller, statement, {
    readOnly: true,
  });
  return new Map(rows.map(({ key, record }) => [key, record]));
}

/** The ids, where the listener could have seen these rows. Throws `SessionEndedError`. */
export async function hearsDeletion(
  database: Database,
  { role, claims }: Caller,
  { ids, owner }: Change,
): Promise<Rows> {
  const allowed =
    role === 'service_role' ||
    (role === 'authenticated' &&
      (await database.asOwner(async (tx) => {
        // The listener's claims, not its role: what is asked stands in a schema that callers can't name.
        await Promise.all([
          tx.query('select auth.require_session($1, $2)', [claims.session_id, claims.sub]),
          tx.run(setLocal('request.jwt.claims', claims)),
        ]);
        const { rows } = await tx.query<{ hears: boolean }>('select nutmeg.may_hear_deletion($1) as hears', [
          owner,
        ]);
        return rows[0]?.hears === true;
      })));
  return new Map(allowed ? ids.map((id) => [id, { id: asNumber(id) ?? id }]) : []);
}

/** A bigint is a number in JSON; a uuid never looks like one. */
function asNumber(id: string): number | undefined {
  return /^-?\d+$/.test(id) ? Number(id) : undefined;
}
