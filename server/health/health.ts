import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Database } from '#server/database/database.ts';
import { healthRecovered, healthRed } from '#server/mail/letters/health-letters.ts';
import { renderLetter } from '#server/mail/letters/render-letter.ts';
import type { MailTransport } from '#server/mail/transport/transport.ts';
import type { Office } from '#server/office/office.ts';
import { withTimeout } from '#server/startup/with-timeout.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { type Alert, createPostAlert } from './alert.ts';
import { throttleCheck } from './checks/mail.ts';
import { diskSpaceOf, foldersOf } from './checks/storage.ts';
import { addHealthMetrics } from './metrics.ts';
import type { Records } from './records.ts';
import { type CheckDeps, runChecks } from './run-checks.ts';
import { openServers } from './servers.ts';
import { type LastLook, openStates } from './states.ts';
import { createWatch, type Watch } from './watch.ts';

interface Options {
  config: {
    dataDir: string;
    storageUrl: string | undefined;
    siteUrl: string;
    staffMfa: 'required' | 'optional';
    alertUrl: string | undefined;
    /** Undefined: texts are written to a folder. */
    sms?: object | undefined;
  };
  office: Pick<Office, 'current'>;
  /** The address of STAFF_INBOX, in place of the one in the facts. */
  staffInbox: string | undefined;
  version: string;
  database: Database;
  store: Pick<BlobStore, 'probe'>;
  transport: Pick<MailTransport, 'check' | 'send'>;
  /** Mails are written to a folder instead of sent. */
  writesToFolder: boolean;
  records: Records;
  log: FastifyBaseLogger;
  now?: () => number;
}

export interface Health {
  /** The last result; checks now if there is none. */
  last(): Promise<LastLook>;
  /** Checks now. Concurrent callers share one run. */
  refresh(): Promise<LastLook>;
  watch: Pick<Watch, 'round' | 'start'>;
  /** Adds the metrics for Prometheus; `websockets` returns this server's count. */
  addMetrics(registry: Registry, websockets: () => number): void;
  stop(): Promise<void>;
}

const SEND_LIMIT_MS = 30_000;
const LEAVE_MS = 2_000;

/** Creates the health checks and their watcher. Call `watch.start` when the server has begun to serve. */
export function createHealth(options: Options): Health {
  const { config, office, version, database, store, transport, records, log } = options;
  const { writesToFolder, now = Date.now } = options;
  const self = { id: randomUUID(), name: hostname(), version };
  const servers = openServers(database);
  const folders = foldersOf(config.dataDir, config.storageUrl);
  const mailCheck = throttleCheck(transport.check, now);
  const staffInbox = () => options.staffInbox ?? office.current().contact.staffInbox;
  let isStopping = false;
  const sights: CheckDeps = {
    database,
    store,
    folders,
    mail: { way: writesToFolder ? 'folder' : 'server', check: mailCheck.check },
    textsWay: config.sms === undefined ? 'folder' : 'gateway',
    siteUrl: config.siteUrl,
    staffMfaRequired: config.staffMfa === 'required',
    records,
    servers,
    machine: self.name,
    now,
    onError: (light, err) => {
      if (!isStopping) log.warn({ err, light }, 'a check of the portal could not be made');
    },
  };
  const states = openStates({
    database,
    queueMail: async (tx, { kind, ...facts }) => {
      await tx.query('select nutmeg.write_letter($1, $2, $3)', [staffInbox(), `health_${kind}`, facts]);
    },
  });
  const mailNow = async ({ kind, ...facts }: Alert) => {
    const letter = (kind === 'red' ? healthRed : healthRecovered)(facts, config.siteUrl);
    const createdAt = new Date(now()).toISOString();
    await transport.send(
      { id: randomUUID(), to: staffInbox(), createdAt, ...renderLetter(letter, office.current()) },
      AbortSignal.timeout(SEND_LIMIT_MS),
    );
  };
  // A disk that can't be read has its own check. The report must still be written.
  const report = async () => servers.report(self, await diskSpaceOf(folders).catch(() => []));
  const watch = createWatch({
    takeTurn: async () => {
      await report();
      return servers.takeWatch(self.id);
    },
    look: () => runChecks(sights),
    states,
    mailNow,
    post:
      config.alertUrl === undefined
        ? undefined
        : createPostAlert({
            url: config.alertUrl,
            officeName: () => office.current().name,
            siteUrl: config.siteUrl,
          }),
    onError: (err, doing) => log.warn({ err, doing }, 'the watch over the portal had a problem'),
    now,
  });

  let looking: Promise<LastLook> | undefined;
  const lookNow = async (): Promise<LastLook> => {
    // If this fails, the check of the database or the disk reports it.
    await report().catch(() => undefined);
    mailCheck.forget();
    const lights = await runChecks(sights);
    const lookedAt = new Date(now());
    await states.record(lights).catch((err: unknown) => {
      log.warn({ err }, 'the state of the portal could not be kept');
    });
    return { lookedAt, lights };
  };
  const refresh = () => {
    looking ??= lookNow().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  return {
    last: async () => {
      const last = await states.last();
      return last.lookedAt === null ? refresh() : last;
    },
    refresh,
    watch,
    addMetrics: (registry, websockets) =>
      addHealthMetrics(registry, {
        database,
        folders,
        websockets,
        records,
        onError: (err) => log.warn({ err }, 'a figure of /metrics could not be read'),
      }),
    stop: async () => {
      isStopping = true;
      // Don't wait for checks that hang.
      await withTimeout(Promise.allSettled([watch.stop(), looking]), LEAVE_MS).catch(() => undefined);
      await withTimeout(servers.leave(self.id), LEAVE_MS).catch((err: unknown) => {
        log.debug({ err }, 'this server could not say that it stops');
      });
    },
  };
}
