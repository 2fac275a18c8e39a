import type { Caller, Database } from '#server/database/database.ts';

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
