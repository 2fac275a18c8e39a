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
  { table, ids, owner, hidden }: Change,
): Promise<Rows> {
  const allowed =
    caller.role === 'service_role' ||
    (caller.role === 'authenticated' &&
      // With the subscriber's claims, but not its role, which has no access to the schema `nutmeg`.
      (await asOwnerFor(database, caller, async (tx) => {
        const { rows } = await tx.query<{ hears: boolean }>(
          'select nutmeg.can_receive_delete($1) or $2 and public.is_office() as hears',
          [hidden ? null : owner, OF_OFFICE.has(table)],
        );
        return rows[0]?.hears === true;
      })));
  return new Map(allowed ? ids.map((id) => [id, { id: asNumber(id) ?? id }]) : []);
}

/** A bigint id is a number in JSON. A UUID is never all digits. */
function asNumber(id: string): number | undefined {
  return /^-?\d+$/.test(id) ? Number(id) : undefined;
}

interface LiveSession {
  id: string;
  user_id: string;
  raised: boolean;
}

/**
 * Finds the viewers among the callers. The devices of a person are one: what the policies decide depends on the person and
 * on the second step, and on nothing else in a token. One query tells which of their sessions live, and have that step;
 * without second devices there is none, since each read checks the session anyway. What it returns is equal for callers
 * who see the same rows, so that they share queries; undefined if the session has ended.
 */
export async function findViewers(
  database: Pick<Database, 'query'>,
  callers: Iterable<Caller>,
): Promise<(caller: Caller) => string | undefined> {
  const sessions = new Map<string, Set<string>>();
  for (const { role, claims } of callers) {
    const { sub = '', session_id = '' } = claims;
    if (role === 'authenticated') sessions.set(sub, (sessions.get(sub) ?? new Set()).add(session_id));
  }
  const shared = [...sessions.values()].filter(({ size }) => size > 1);
  const live = new Map<string, LiveSession>();
  if (shared.length > 0) {
    const { rows } = await database.query<LiveSession>(
      `select s.id, s.user_id, auth.session_is_aal2(s) as raised
       from auth.sessions s join auth.users u on u.id = s.user_id
       where s.id = any($1::uuid[]) and auth.session_lives(s) and not auth.is_banned(u)`,
      [shared.flatMap((ids) => [...ids])],
    );
    for (const row of rows) live.set(row.id, row);
  }
  return ({ role, claims: { sub = '', session_id = '', aal } }) => {
    if (role !== 'authenticated') return role;
    if ((sessions.get(sub)?.size ?? 0) < 2) return `${sub} ${session_id} ${aal}`;
    const session = live.get(session_id);
    if (session?.user_id !== sub) return undefined;
    return `${sub} ${aal === 'aal2' && session.raised}`;
  };
}
