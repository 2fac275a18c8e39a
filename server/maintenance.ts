import type { FastifyBaseLogger } from 'fastify';
import { AUTH_SWEEPS } from './auth/sweeps.ts';
import { BULK_SWEEPS } from './bulk/worker.ts';
import { APPOINTMENT_REMINDERS } from './calendar/calendar.ts';
import { CAPTCHA_SWEEPS } from './captcha/captcha.ts';
import type { Database } from './database/database.ts';
import { countLists } from './document-lists/count-lists.ts';
import { ARCHIVE_SWEEPS } from './functions/archive/archive.ts';
import { BUCKET_SWEEPS } from './http/token-buckets.ts';
import { STAFF_LETTER_SWEEPS } from './mail/letters/case-letters.ts';
import { MAIL_SWEEPS } from './mail/queue/queue.ts';
import { PICTURE_SWEEPS } from './office/pictures/pictures.ts';
import type { Health } from './operate/health/health.ts';
import type { Signing } from './signing/signing.ts';
import type { BlobStore } from './storage/blobs/stores/blob-store.ts';
import { sweepBlobs } from './storage/blobs/sweep.ts';
import { RECORD_PACE_SWEEPS } from './storage/objects/access-record.ts';
import { TRASH_SWEEPS } from './storage/objects/removing.ts';
import { checkChangedLists } from './tasks/complete-lists.ts';
import { TEXT_SWEEP } from './texts/worker.ts';

interface Deps {
  database: Database;
  store: BlobStore;
  signing: Pick<Signing, 'completeAll'>;
  health: Pick<Health, 'report' | 'round'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

export interface Job {
  name: string;
  /** Milliseconds. */
  every: number;
  /** Also runs at the start of the server. */
  atStart?: true;
  /** SQL statements, or a function that returns early when `shouldContinue` is false. */
  run: readonly string[] | ((deps: Deps, shouldContinue: () => boolean) => Promise<unknown>);
}

const CLIENT_IMPORT_SWEEPS = ['select nutmeg.record_abandoned_client_imports()'];

/** Each part is a separate transaction; a large client takes several. One that fails doesn't stop the others. */
async function deleteClients({ database, log }: Deps, shouldContinue: () => boolean): Promise<void> {
  while (shouldContinue()) {
    const { rows } = await database.query<{ client_id: string | null }>(
      'select nutmeg.claim_client_deletion() as client_id',
    );
    const clientId = rows[0]?.client_id;
    if (!clientId) return;
    await database.query('select nutmeg.delete_part_of_client($1)', [clientId]).catch((err: unknown) => {
      log.warn({ err, clientId }, 'a client could not be deleted; it is tried again in ten minutes');
    });
  }
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Every sweep and reminder of the server. With several servers each of them runs all jobs, which is safe.
 *
 * Background work with its own schedule is started in `parts.ts`: mails (`mail/queue/worker.ts`, on NOTIFY), texts
 * (`texts/worker.ts`, on NOTIFY), bulk jobs (`bulk/worker.ts`, on NOTIFY), reminders (`reminders/remind.ts`, every minute),
 * backups and WAL (`operate/backup/schedule/`, at BACKUP_AT), and verification of what is stored (`operate/verify/scrub.ts`, every four
 * weeks).
 */
const JOBS: readonly Job[] = [
  {
    name: 'report that this server runs',
    every: 3 * MINUTE,
    atStart: true,
    run: ({ health }) => health.report(),
  },
  { name: 'check the portal, and send alerts', every: MINUTE, run: ({ health }) => health.round() },
  { name: 'send appointment reminders', every: 5 * MINUTE, atStart: true, run: APPOINTMENT_REMINDERS },
  { name: 'delete expired links of zips', every: 5 * MINUTE, run: ARCHIVE_SWEEPS },
  {
    name: 'look for document lists that are complete',
    every: MINUTE / 2,
    atStart: true,
    run: checkChangedLists,
  },
  { name: 'count what is missing from document lists', every: MINUTE / 2, atStart: true, run: countLists },
  {
    name: 'seal documents that all have signed',
    every: MINUTE / 2,
    atStart: true,
    run: ({ signing }, shouldContinue) => signing.completeAll(shouldContinue),
  },
  { name: 'go on with the deletion of clients', every: MINUTE / 2, atStart: true, run: deleteClients },
  { name: 'delete expired sessions, tokens and invitations', every: HOUR, run: AUTH_SWEEPS },
  { name: 'sum up the counts of lists and board', every: HOUR, run: ['select nutmeg.recount_desk()'] },
  { name: 'delete expired captcha passes', every: HOUR, run: CAPTCHA_SWEEPS },
  { name: 'delete full rate-limit buckets', every: HOUR, run: BUCKET_SWEEPS },
  { name: 'delete documents after 30 days in the trash', every: HOUR, run: TRASH_SWEEPS },
  { name: 'delete old counts of recorded acts', every: HOUR, run: RECORD_PACE_SWEEPS },
  { name: 'delete old counts of staff letters', every: HOUR, run: STAFF_LETTER_SWEEPS },
  { name: 'delete old mails, and send what a wrong clock held back', every: HOUR, run: MAIL_SWEEPS },
  { name: 'delete texts 90 days after they were sent', every: HOUR, run: [TEXT_SWEEP] },
  { name: 'delete bulk jobs 90 days after they ended', every: HOUR, run: BULK_SWEEPS },
  { name: 'record imports of clients that were not ended', every: HOUR, run: CLIENT_IMPORT_SWEEPS },
  { name: 'delete pictures that were not used for 30 days', every: HOUR, run: PICTURE_SWEEPS },
  { name: 'delete blobs that nothing names', every: HOUR, atStart: true, run: sweepBlobs },
];

/** Jobs with the same interval run one after another. A failed job is logged and runs again at its next time. */
export function startMaintenance(deps: Deps, jobs: readonly Job[] = JOBS): { stop(): Promise<void> } {
  let stopped = false;
  const runAll = async (due: readonly Job[]) => {
    for (const { name, run } of due) {
      if (stopped) return;
      try {
        if (typeof run === 'function') await run(deps, () => !stopped);
        else for (const statement of run) await deps.database.query(statement);
      } catch (err) {
        deps.log.warn({ err, job: name }, 'a maintenance job failed; it is tried again later');
      }
    }
  };
  const schedule = (every: number) => {
    const group = jobs.filter((job) => job.every === every);
    let running: Promise<void> | undefined;
    const start = (due: readonly Job[]) => {
      // A round that takes longer than the interval replaces the next one.
      running ??= runAll(due).finally(() => {
        running = undefined;
      });
    };
    start(group.filter(({ atStart }) => atStart));
    const timer = setInterval(start, every, group);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await running;
    };
  };
  const stops = [...new Set(jobs.map(({ every }) => every))].map(schedule);
  return {
    stop: async () => {
      stopped = true;
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
