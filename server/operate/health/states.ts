import { type LightId, type LightState, lightIds } from '#domain/health/lights.ts';
import { type CheckedLight, isCode } from '#domain/health/words.ts';
import type { Database } from '#server/database/database.ts';

type Queries = Pick<Database, 'query'>;

/** The last results of the checks. */
export interface LastLook {
  lookedAt: Date;
  lights: CheckedLight[];
}

interface Row {
  light: LightId;
  state: LightState;
  code: string;
  code_values: unknown;
  detail: string | null;
  looked_at: Date;
}

/** Undefined if there are none, or if another release has stored some that this one has no words for. */
export async function lastLook(database: Queries): Promise<LastLook | undefined> {
  const { rows } = await database.query<Row>('select * from nutmeg.health_states');
  const lights = lightIds.flatMap((id) => rows.filter(({ light }) => light === id).flatMap(known));
  if (lights.length < lightIds.length) return undefined;
  return { lookedAt: new Date(Math.max(...rows.map(({ looked_at }) => looked_at.getTime()))), lights };
}

const RECORD = `
  insert into nutmeg.health_states as h (light, state, code, code_values, detail, looked_at, since)
  select l.id, l.state, l.code, l."values", l.detail, now(), now()
  from jsonb_to_recordset($1) as l (id text, state text, code text, "values" jsonb, detail text)
  order by l.id
  on conflict (light) do update set state = excluded.state, code = excluded.code,
    code_values = excluded.code_values, detail = excluded.detail, looked_at = now(),
    since = case when (h.state = 'red') = (excluded.state = 'red') then h.since else now() end`;

/** A change is reported after two rounds, a minute apart or a bit less, so that a blip sends no alert. */
export const CONFIRM_SECONDS = 55;

const due = (reported: 'mailed' | 'posted') =>
  `(state = 'red') <> ${reported} and since <= now() - interval '${CONFIRM_SECONDS} seconds'`;

const QUEUE_MAILS = `
  with changed as (
    update nutmeg.health_states set mailed = not mailed where ${due('mailed')}
    returning light, code, code_values, mailed
  )
  select nutmeg.write_letter($1, case when mailed then 'health_red' else 'health_mended' end,
    jsonb_build_object('light', light, 'code', code, 'values', code_values)) from changed`;

/** Stores results and queues mails in one transaction: each change is mailed once, on any number of servers. */
export async function recordLook(
  database: Pick<Database, 'asOwner'>,
  lights: readonly CheckedLight[],
  staffInbox: string,
): Promise<void> {
  await database.asOwner(async (tx) => {
    await tx.query(RECORD, [JSON.stringify(lights)]);
    await tx.query(QUEUE_MAILS, [staffInbox]);
  });
}

/** Slightly under three minutes and one minute: timers drift. The clock was ahead if the last round is in the future. */
const CLAIM = `
  update nutmeg.health_watch set round_at = now()
  where round_at > now() + interval '1 minute' or round_at <= now() - interval '178 seconds' or round_at <= now() - interval '58 seconds'
    and exists (select from nutmeg.health_states where (state = 'red') <> mailed)`;

/** Is it time? Every three minutes, and a minute after a change. The first server to ask gets the round. */
export async function claimRound(database: Queries): Promise<boolean> {
  return (await database.query(CLAIM)).rowCount === 1;
}

/** What ALERT_URL has not accepted yet. */
export async function duePosts(database: Queries): Promise<CheckedLight[]> {
  const { rows } = await database.query<Row>(`select * from nutmeg.health_states where ${due('posted')}`);
  return rows.flatMap(known);
}

export async function recordPost(database: Queries, { id, state }: CheckedLight): Promise<void> {
  await database.query('update nutmeg.health_states set posted = $2 where light = $1', [id, state === 'red']);
}

function known({ light: id, state, code, code_values: values, detail }: Row): CheckedLight[] {
  const light = { id, state, code, values: values ?? undefined, ...(detail !== null && { detail }) };
  return isCode(code) ? [light as CheckedLight] : [];
}
