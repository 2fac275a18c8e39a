import { Gauge, type Registry } from 'prom-client';
import type { LightState } from '#domain/health/lights.ts';
import type { Database } from '#server/database/database.ts';
import { readBackupState } from '#server/operate/backup/records.ts';
import { lastScrub } from '#server/operate/verify/record.ts';
import type { CheckedSettings } from './checks.ts';
import { diskSpaceOf } from './facts/machine.ts';
import { MAIL_FIGURES } from './facts/mail.ts';

interface Sources {
  config: CheckedSettings;
  database: Pick<Database, 'query' | 'poolUse'>;
  /** The number of this server's websocket connections. */
  websockets: () => number;
  onError: (error: unknown) => void;
}

/** Several scrapers share one query in this time. */
const FRESH_MS = 10_000;
/** Counting millions of documents takes a while. */
const BLOBS_FRESH_MS = 5 * 60_000;

const FIGURES = `
  select m.waiting, m.undelivered, m.failed, coalesce(m.oldest_seconds, 0) as oldest_seconds,
    (select count(*)::int from auth.sessions) as sessions,
    (select count(*)::int from public.audit_log
      where action = 'auth.sign_in_failed' and at > now() - interval '1 day') as sign_in_failures,
    (select coalesce(jsonb_object_agg(light, state), '{}') from nutmeg.health_states) as lights
  from (${MAIL_FIGURES}) as m`;

type Figure = 'waiting' | 'undelivered' | 'failed' | 'oldest_seconds' | 'sessions' | 'sign_in_failures';
type Figures = Record<Figure, number> & { lights: Record<string, LightState> };

const BLOBS = `
  select count(*)::float8 as blobs, coalesce(sum(size), 0)::float8 as bytes
  from storage.blobs where wrapped_key is not null`;

const HEIGHT: Record<LightState, number> = { green: 0, yellow: 1, red: 2 };

/** Undefined: nothing is known. */
type Reading = number | undefined | [labels: Record<string, string>, value: number][];

/** Adds all metrics except those of HTTP. They are read at each scrape. If a source fails, its metrics are omitted. */
export function addHealthMetrics(registry: Registry, sources: Sources): void {
  const { config, database, websockets, onError } = sources;
  const remembered = <T>(freshMs: number, ask: () => Promise<T>) =>
    remember(freshMs, () => ask().catch((error: unknown) => void onError(error)));
  const figures = remembered(FRESH_MS, async () => (await database.query<Figures>(FIGURES)).rows[0]);
  const blobs = remembered(
    BLOBS_FRESH_MS,
    async () => (await database.query<{ blobs: number; bytes: number }>(BLOBS)).rows[0],
  );
  const rooms = remembered(FRESH_MS, () => diskSpaceOf(config));
  const backup = remembered(FRESH_MS, async () =>
    config.backup ? readBackupState(database) : { goodAt: null, failedAt: null },
  );
  const scrub = remembered(FRESH_MS, () => lastScrub(database));

  const gauge = (
    name: string,
    help: string,
    read: () => Reading | Promise<Reading>,
    labelNames: string[] = [],
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        const reading = await read();
        if (typeof reading === 'number') this.set(reading);
        else for (const [labels, value] of reading ?? []) this.set(labels, value);
      },
    });
  /** A metric of the whole installation: the same on every server. */
  const shared = (name: string, help: string, figure: Figure) =>
    gauge(name, help, async () => (await figures())?.[figure]);

  shared('nutmeg_mail_queue', 'Mails that wait to be sent.', 'waiting');
  shared('nutmeg_mail_queue_age_seconds', 'Age of the oldest mail that waits.', 'oldest_seconds');
  shared('nutmeg_mail_undelivered', 'Mails on the list "Undelivered emails".', 'undelivered');
  shared('nutmeg_mail_failed', 'Mails that were given up and not dealt with.', 'failed');
  shared('nutmeg_sessions', 'Sessions of people who are signed in.', 'sessions');
  shared('nutmeg_sign_in_failures', 'Failed sign-ins in the last 24 hours.', 'sign_in_failures');
  gauge(
    'nutmeg_health_light',
    'The lights of /manage/office/health: 0 green, 1 yellow, 2 red.',
    async () =>
      Object.entries((await figures())?.lights ?? {}).map(([light, state]) => [{ light }, HEIGHT[state]]),
    ['light'],
  );
  gauge('nutmeg_blobs', 'Stored documents and parts of them.', async () => (await blobs())?.blobs);
  gauge('nutmeg_blob_bytes', 'Their size before encryption.', async () => (await blobs())?.bytes);
  gauge(
    'nutmeg_unreadable_blobs',
    'Documents that the check found damaged.',
    async () => (await scrub())?.unreadable,
  );
  gauge('nutmeg_backup_last_good_timestamp_seconds', 'When the last good backup was made.', async () => {
    const goodAt = (await backup())?.goodAt;
    return goodAt ? goodAt.getTime() / 1000 : undefined;
  });
  gauge('nutmeg_backup_good', '1: the last backup was good. 0: it failed, or there is none.', async () => {
    const state = await backup();
    return state && Number(state.goodAt !== null && state.failedAt === null);
  });
  const disk = (name: string, help: string, key: 'free' | 'total') =>
    gauge(name, help, async () => (await rooms())?.map((room) => [{ holds: room.holds }, room[key]]), [
      'holds',
    ]);
  disk('nutmeg_disk_free_bytes', 'Free space on this server’s disks.', 'free');
  disk('nutmeg_disk_bytes', 'Size of this server’s disks.', 'total');
  gauge('nutmeg_websockets', 'Open pages of this server that listen for changes.', websockets);
  gauge(
    'nutmeg_database_connections',
    'Connections of this server: in use, idle, and requests that wait for one.',
    () =>
      Object.entries(database.poolUse()).flatMap(([pool, use]) =>
        Object.entries(use).map(([state, count]): [Record<string, string>, number] => [
          { pool, state },
          count,
        ]),
      ),
    ['pool', 'state'],
  );
}

/** Caches the result for `freshMs` milliseconds. */
function remember<T>(freshMs: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { answer: Promise<T>; until: number } | undefined;
  return () => {
    const now = Date.now();
    if (last === undefined || now >= last.until) last = { answer: ask(), until: now + freshMs };
    return last.answer;
  };
}
