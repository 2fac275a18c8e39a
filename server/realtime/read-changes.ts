import type { Caller, Database, Statement } from '#server/database/database.ts';
import { asOwnerFor } from '#server/owner-work.ts';
import type { Change } from './change-queue.ts';

/** Rows by id. Of deleted rows there is only the id. */
export type Rows = ReadonlyMap<string, object>;

/** Reads rows as the subscriber, under its policies. Throws `SessionEndedError`. */
export async function readRows(database: Database, caller: Caller, statement: Statement): Promise<Rows> {
  const { rows } = await database.runAs<{ key: string; record: object }>(caller, statement, {
    readOnly: true,
  });
  return new Map(rows.map(({ key, record }) => [key, record]));
}

/** Reception gets deletions of these, too (docs/architecture/reception.md). */
const OF_OFFICE: ReadonlySet<string> = new Set(['calendar_blocks']);

/** The ids of deleted rows, if the subscriber could have read them. Throws `SessionEndedError`. */
export async function readDeletedIds(
  database: Database,
  caller: Caller,
  { table, ids, owner }: Change,
): Promise<Rows> {
  const allowed =
    caller.role === 'service_role' ||
    (caller.role === 'authenticated' &&
      // With the subscriber's claims, but not its role, which has no access to the schema `nutmeg`.
      (await asOwnerFor(database, caller, async (tx) => {
        const { rows } = await tx.query<{ hears: boolean }>(
          'select nutmeg.can_receive_delete($1) or $2 and public.is_office() as hears',
          [owner, OF_OFFICE.has(table)],
        );
        return rows[0]?.hears === true;
      })));
  return new Map(allowed ? ids.map((id) => [id, { id: asNumber(id) ?? id }]) : []);
}

/** A bigint id is a number in JSON. A UUID is never all digits. */
function asNumber(id: string): number | undefined {
  return /^-?\d+$/.test(id) ? Number(id) : undefined;
}
