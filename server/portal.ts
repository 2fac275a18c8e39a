import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Business } from '#domain/business/business.ts';
import { buildApp } from './app.ts';
import { createFirstSuperLink } from './auth/people/first-super.ts';
import { createRecognizedDevices } from './auth/sessions/recognized-devices.ts';
import { loadSigningKeys, requireMasterKey, SIGNING_KEYS_CHANGED } from './auth/sessions/signing-keys.ts';
import { readBackupState } from './backup/records.ts';
import { startBackups } from './backup/schedule/start-backups.ts';
import { APPOINTMENT_REMINDERS, createCalendar } from './calendar/calendar.ts';
import { createTickets } from './calendar/tickets.ts';
import { CAPTCHA_SWEEPS, createCaptcha } from './captcha/captcha.ts';
import { openDatabase } from './database/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded/embedded.ts';
import { MIGRATIONS, migrate } from './database/migrations/migrate.ts';
import { startSweeps } from './database/sweeps.ts';
import { DatabaseConnectError, waitForDatabase } from './database/wait-for-database.ts';
import { ARCHIVE_SWEEPS } from './functions/archive/ledger.ts';
import { createHealth } from './health/health.ts';
import { createRecords } from './health/records.ts';
import { BUCKET_SWEEPS } from './http/buckets.ts';
import { calendarFrames } from './http/calendar-frames.ts';
import { drain } from './http/drain.ts';
import { DOWN_MS } from './http/health.ts';
import { videoFrames } from './http/video-frames.ts';
import { createLetterRenderer, STAFF_LETTER_SWEEPS } from './mail/letters/case-letters.ts';
import { createAuthMails } from './mail/queue/auth-mails.ts';
import { MAIL_SWEEPS } from './mail/queue/queue.ts';
import { startMailWorker } from './mail/queue/worker.ts';
import { createTransport } from './mail/transport/create-transport.ts';
import { confirmationOf, createRecovery } from './recovery/recovery.ts';
import { sheetAtStart } from './recovery/sheet-file.ts';
import { findKeyRing, loadKeyRing } from './sealing/key-ring.ts';
import { watchSecretKey } from './sealing/secret-key.ts';
import { type Config, ConfigError } from './settings/config.ts';
import { prepareDataDir, requireKeys } from './settings/data-dir.ts';
import { DependencyError, fileErrorReason, toListenError } from './startup/startup-errors.ts';
import { createBlobs } from './storage/blobs/blobs.ts';
import { openStore } from './storage/blobs/stores/open-store.ts';
import { startBlobSweeper } from './storage/blobs/sweeper.ts';
import { RECORD_PACE_SWEEPS } from './storage/failures.ts';
import { createLinks } from './storage/links/links.ts';
import { TRASH_SWEEPS } from './storage/objects/removing.ts';
import { lastScrub } from './verify/record.ts';
import { startScrub } from './verify/scrub.ts';
import { version } from './version.ts';

interface Options {
  config: Config;
  business: Business;
  log: FastifyBaseLogger;
  siteFolder: string | undefined;
  /** How often it has been started again after an unexpected end. */
  restarts: number;
  /** Ends the wait for services that are not up yet. */
  stopping: AbortSignal;
}

/** How long to wait for a database that is not up yet. */
const PATIENCE_MS = 60_000;

export interface RunningPortal {
  /** Where it listens, with the port that it got. */
  address: string;
  /** The folder that mails are written to; undefined where they are sent. */
  outbox: string | undefined;
  /** Makes its reader the first super user: for the person at the terminal, and for no log. Undefined: there is one. */
  firstSuperLink: string | undefined;
  /** The recovery sheet that is not confirmed yet: what to print. */
  sheet: string | undefined;
  /** Why the mail server can't be used right now, in one sentence; undefined if it can. */
  mailProblem: Promise<string | undefined>;
  /** Whether it should be restarted: its own PostgreSQL has been down for long. */
  isDown(): boolean;
  /** Answers requests in progress, then closes everything; in a hurry, only what must not be left behind. */
  stop(hurry?: AbortSignal): Promise<void>;
}

interface Part {
  close(): Promise<void>;
  /** Awaited in a hurry too. */
  always?: boolean;
}

/**
 * Opens everything in order of dependency; what was opened is closed again if a later part fails. Throws `ConfigError`
 * for anything that the person who starts it can fix.
 */
export async function startPortal(options: Options): Promise<RunningPortal> {
  const { config, business, log, siteFolder, restarts, stopping } = options;
  const parts: Part[] = [];
  const stop = async (hurry?: AbortSignal) => {
    const hurried = new Promise<void>((resolve) => {
      if (hurry?.aborted) resolve();
      hurry?.addEventListener('abort', () => resolve(), { once: true });
    });
    for (const { close, always } of parts.splice(0).reverse()) {
      // Whatever fails here, PostgreSQL must still be stopped.
      const closed = close().catch((err: unknown) => log.error({ err }, 'a part could not be closed'));
      await (always ? closed : Promise.race([closed, hurried]));
    }
  };
  const closing = { push: (close: () => Promise<void>) => parts.push({ close }) };
  try {
    await requireKeys(config);
    await prepareDataDir(config.dataDir);
    const isEmbedded = config.databaseUrl === undefined;
    // For our own database the key comes first: an interrupted start never leaves one without the other.
    const kept = isEmbedded ? await loadKeyRing(config) : await findKeyRing(config);
    const postgres = isEmbedded ? await embedded() : undefined;
    const url = postgres?.url ?? config.databaseUrl ?? '';
    await reach(url);
    const staffInbox = config.staffInbox ?? business.contact.staffInbox;
    const database = openDatabase({
      url,
      password: postgres?.ownerPassword,
      timeZone: business.timeZone,
      captcha: config.captcha.provider === 'off' ? 'off' : 'on',
      staffMfa: config.staffMfa,
      sessionLimits: config.sessionLimits,
      staffInbox,
      publishedInbox: business.contact.staffInbox,
      calendar: business.calendar,
      bytesPerClient: business.limits.bytesPerClient,
      onIdleError: (err) => log.warn({ err }, 'a database connection was lost'),
    });
    closing.push(() => database.close());

    await requireMasterKey(database, kept?.sealer);
    await migrate({ url, folder: MIGRATIONS });
    const keyRing = kept ?? (await loadKeyRing(config));
    const { sealer } = keyRing;
    const secretKey = await watchSecretKey(config);
    const keys = await loadSigningKeys(database, sealer);
    await database.listen(SIGNING_KEYS_CHANGED, () => {
      keys.reload().catch((err: unknown) => log.warn({ err }, 'the signing keys could not be read again'));
    });
    const { siteUrl } = config;
    const devices = createRecognizedDevices({ secrets: keyRing.secrets('nutmeg known devices v1'), siteUrl });
    const captcha = createCaptcha({ settings: config.captcha, keyRing, siteUrl, database, log });

    const tickets = createTickets(keyRing.secrets('nutmeg appointment tickets v1'));
    const calendar = createCalendar({ database, office: business, siteUrl, tickets });

    const { transport, outbox } = createTransport({
      smtpUrl: config.smtpUrl,
      dataDir: config.dataDir,
      sender: { name: business.name, address: business.contact.email },
    });
    const mailProblem = transport.check();
    // Stops after the app, so that the mails of the last requests leave too.
    const worker = await startMailWorker({
      database,
      transport,
      renderLetter: createLetterRenderer(business, siteUrl, tickets.mailedTicketOf),
      log,
    });
    closing.push(() => worker.stop());

    const store = await openStore(config.storageUrl, config.dataDir, config.previousStorageUrl);
    await store.probe().catch(explainStore);
    const blobs = createBlobs({ database, store, sealer, log });
    const links = createLinks(keyRing.secrets('nutmeg storage links v1'));
    const sweeper = startBlobSweeper({ database, store, sealer, log });
    closing.push(() => sweeper.stop());
    const scrub = startScrub({ database, store, sealer, log });
    closing.push(() => scrub.stop());

    const backups = await startBackups({
      config,
      timeZone: business.timeZone,
      database,
      store,
      log,
    });
    closing.push(() => backups.stop());

    const stopSweeps = startSweeps(
      database,
      [
        ...CAPTCHA_SWEEPS,
        ...BUCKET_SWEEPS,
        ...ARCHIVE_SWEEPS,
        ...TRASH_SWEEPS,
        ...STAFF_LETTER_SWEEPS,
        ...MAIL_SWEEPS,
        ...RECORD_PACE_SWEEPS,
      ],
      (err) => log.warn({ err }, 'what has served its time could not be swept'),
    );
    closing.push(stopSweeps);
    const stopReminders = startSweeps(
      database,
      APPOINTMENT_REMINDERS.statements,
      (err) => log.warn({ err }, 'nobody could be reminded of an appointment'),
      APPOINTMENT_REMINDERS,
    );
    closing.push(stopReminders);

    const downFor = () => postgres?.downFor() ?? 0;
    const health = createHealth({
      config,
      office: business,
      staffInbox,
      version,
      database,
      store,
      transport,
      writesToFolder: outbox !== undefined,
      records: createRecords({
        backup: config.backup && (() => readBackupState(database)),
        scrub: () => lastScrub(database),
        recoverySheet: () => confirmationOf(database, keyRing.fingerprint()),
      }),
      log,
    });
    closing.push(() => health.stop());

    const authMails = createAuthMails(business);
    const app = await buildApp({
      config,
      officeName: business.name,
      timeZone: business.timeZone,
      secretKey,
      database,
      keys,
      sealer,
      authMails,
      captcha,
      calendar,
      tickets,
      recovery: createRecovery({ database, keyRing, dataDir: config.dataDir }),
      devices,
      blobs,
      links,
      log,
      siteFolder,
      store,
      downFor,
      restarts,
      health,
      siteFrames: [...videoFrames(business.tutorialVideo), ...calendarFrames(config.calendarUrl)],
    });
    closing.push(() => drain(app));

    const fingerprint = keyRing.fingerprint();
    const sheet = await sheetAtStart(
      { ...config, business },
      {
        key: keyRing.current(),
        fingerprint,
        isConfirmed: (await confirmationOf(database, fingerprint)) !== null,
      },
    );

    const address = await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw toListenError(error, config.host, config.port);
    });
    health.watch.start();
    const firstSuperLink = await createFirstSuperLink(database, config.port === 0 ? address : siteUrl);
    const isDown = () => downFor() >= DOWN_MS;
    return { address, outbox, firstSuperLink, sheet, mailProblem, isDown, stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function embedded(): Promise<EmbeddedPostgres> {
    const postgres = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      log,
      archive: config.backup !== undefined,
      signal: stopping,
    });
    parts.push({ close: () => postgres.stop(), always: true });
    return postgres;
  }

  async function reach(url: string): Promise<void> {
    try {
      await waitForDatabase({
        url,
        timeoutMs: PATIENCE_MS,
        signal: stopping,
        onWaiting: (reason) => log.warn(`waiting for the database of DATABASE_URL: ${reason}`),
      });
    } catch (error) {
      if (!(error instanceof DatabaseConnectError)) throw error;
      const problem = `DATABASE_URL: ${error.message}`;
      throw error.isTemporary ? new DependencyError([problem]) : new ConfigError([problem]);
    }
  }

  function explainStore(error: Error): never {
    const [name, place] =
      config.storageUrl === undefined
        ? ['DATA_DIR', `the folder ${join(config.dataDir, 'files')}`]
        : ['STORAGE_URL', 'the store of the documents'];
    throw new DependencyError([
      `${name}: ${place} can't be written to: ${fileErrorReason(error.cause ?? error)}.`,
    ]);
  }
}
