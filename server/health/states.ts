import { dueAlert, isUnconfirmed, type Watched } from '#domain/health/alerts.ts';
import { type LightId, type LightState, lightIds } from '#domain/health/lights.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import type { Alert } from './alert.ts';
import { type CheckedLight, messagesToStore, storedWords } from './words.ts';

/** The last result of the checks. */
export interface LastLook {
  /** Null if there was none yet. */
  lookedAt: Date | null;
  lights: CheckedLight[];
}

interface Options {
  database: Pick<Database, 'asOwner' | 'query'>;
  /** Queues the office's mail, in the transaction that records the alert. */
  queueMail(tx: Transaction, alert: Alert): Promise<void>;
}

export interface States {
  last(): Promise<LastLook>;
  /**
   * Stores the results, and queues a mail for each light that has been red, or recovered, for long enough. Safe on
   * several servers at once: each change is reported once. Resolves with true if a change still waits for its second
   * check.
   */
  record(lights: readonly CheckedLight[]): Promise<boolean>;
  /** Alerts that ALERT_URL has not accepted yet. */
  duePosts(): Promise<Alert[]>;
  posted(alert: Alert): Promise<void>;
}

interface Row {
  light: LightId;
  state: LightState;
  says: string;
  todo: string | null;
  detail: string | null;
  messages: unknown;
  looked_at: Date;
  since: Date;
  mailed: boolean;
  posted: boolean;
  at: Date;
}

const RECORD = `
  insert into nutmeg.health_states as h (light, state, says, todo, detail, messages, looked_at, since)
  select l.id, l.state, l.says, l.todo, l.detail, l.messages, now(), now()
  from jsonb_to_recordset($1) as l (id text, state text, says text, todo text, detail text, messages jsonb)
  order by l.id
  on conflict (light) do update set state = excluded.state, says = excluded.says, todo = excluded.todo,
    detail = excluded.detail, messages = excluded.messages, looked_at = now(),
    since = case when (h.state = 'red') = (excluded.state = 'red') then h.since else now() end
  returning h.*, now() as at`;

export function openStates({ database, queueMail }: Options): States {
  return {
    last: async () => {
      const { rows } = await database.query<Row>('select *, now() as at from nutmeg.health_states');
      const lights = lightIds.flatMap((id) => rows.filter(({ light }) => light === id).map(asLight));
      const looks = rows.map(({ looked_at }) => looked_at.getTime());
      return { lookedAt: looks.length === 0 ? null : new Date(Math.max(...looks)), lights };
    },
    record: (lights) =>
      database.asOwner(async (tx) => {
        const { rows } = await tx.query<Row>(RECORD, [JSON.stringify(lights.map(asRow))]);
        const mailed = (row: Row) => watched(row, row.mailed);
        const kept = rows.filter(isStoredHere);
        for (const row of kept) {
          const kind = dueAlert(mailed(row), row.at);
          if (kind === undefined) continue;
          await queueMail(tx, asAlert(row, kind));
          row.mailed = kind === 'red';
          await tx.query('update nutmeg.health_states set mailed = $2 where light = $1', [
            row.light,
            row.mailed,
          ]);
        }
        return kept.some((row) => isUnconfirmed(mailed(row)));
      }),
    duePosts: async () => {
      const { rows } = await database.query<Row>('select *, now() as at from nutmeg.health_states');
      return rows.filter(isStoredHere).flatMap((row) => {
        const kind = dueAlert(watched(row, row.posted), row.at);
        return kind === undefined ? [] : [asAlert(row, kind)];
      });
    },
    posted: async ({ light, kind }) => {
      await database.query('update nutmeg.health_states set posted = $2 where light = $1', [
        light,
        kind === 'red',
      ]);
    },
  };
}

/** The database can't store its own alerts; watch.ts handles them. */
const isStoredHere = ({ light }: Row) => light !== 'database';

function watched({ state, since }: Row, told: boolean): Watched {
  return { isRed: state === 'red', since, told };
}

function asRow(light: CheckedLight) {
  const { id, state, says, todo, detail } = light;
  return {
    id,
    state,
    says: says.english,
    todo: todo?.english,
    detail,
    messages: messagesToStore(light),
  };
}

function asLight({ light, state, says, todo, detail, messages }: Row): CheckedLight {
  return {
    id: light,
    state,
    says: storedWords(says, messages),
    ...(todo !== null && { todo: storedWords(todo, messages) }),
    ...(detail !== null && { detail }),
  };
}

function asAlert({ light, says, todo }: Row, kind: Alert['kind']): Alert {
  return { kind, light, says, ...(todo !== null && { todo }) };
}
