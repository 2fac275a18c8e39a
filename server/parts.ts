import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createRecognizedDevices } from './auth/sessions/recognized-devices.ts';
import { loadSigningKeys, requireMasterKey, SIGNING_KEYS_CHANGED } from './auth/sessions/signing-keys.ts';
import { startBulkWorker } from './bulk/worker.ts';
import { createCalendar } from './calendar/calendar.ts';
import { createTickets } from './calendar/tickets.ts';
import { createCaptcha } from './captcha/captcha.ts';
import { type Database, openDatabase } from './database/database.ts';
import { startEmbeddedPostgres } from './database/embedded/embedded.ts';
import { followChanges } from './database/follow-changes.ts';
import { MIGRATIONS, migrate } from './database/migrations/migrate.ts';
import { waitForDatabase } from './database/wait-for-database.ts';
import { loadReaders, withLetters } from './language/readers.ts';
import { createLetterRenderer } from './mail/letters/case-letters.ts';
import { createAuthMails } from './mail/queue/auth-mails.ts';
import { startMailWorker } from './mail/queue/worker.ts';
import { createTransport } from './mail/transport/create-transport.ts';
import { startMaintenance } from './maintenance.ts';
import { openOffice } from './office/open-office.ts';
import { startBackups } from './operate/backup/schedule/start-backups.ts';
import { createHealth } from './operate/health/health.ts';
import { createRecovery } from './operate/recovery/recovery.ts';
import { startScrub } from './operate/verify/scrub.ts';
import { startReminderWorker } from './reminders/remind.ts';
import { findKeyRing, loadKeyRing } from './sealing/key-ring.ts';
import { watchSecretKey } from './sealing/secret-key.ts';
import { createSignedIds } from './sealing/signed-ids.ts';
import type { Config } from './settings/config.ts';
import { prepareDataDir, requireKeys } from './settings/data-dir.ts';
import { DependencyError, fileErrorReason } from './settings/startup-errors.ts';
import { createPdfWork } from './signing/pdf/pdf-work.ts';
import { createSigning } from './signing/signing.ts';
import { createBlobs } from './storage/blobs/blobs.ts';
import { openStore } from './storage/blobs/stores/open-store.ts';
import { createLinks } from './storage/links/links.ts';
import { createTextRenderer } from './texts/render.ts';
import { createTextTransport } from './texts/transport.ts';
import { startTextWorker } from './texts/worker.ts';
import { version } from './version.ts';

export interface Options {
  config: Config;
  log: FastifyBaseLogger;
  siteFolder: string | undefined;
  /** How often the server was restarted after a crash. */
  restarts: number;
  /** Ends the wait for services that are not up yet. */
  stopping: AbortSignal;
}

type Closers = ReturnType<typeof createCloseStack>;

/** Opens what the services need, and the background work, in the order of its dependencies. `closers` get what closes it. */
export async function openParts(options: Options, closers: Closers) {
  const { config, log, stopping } = options;
  const { siteUrl } = config;
  // 1. The data folder and the master key. With our own database, the key is created before it: an interrupted start
  // never leaves a database without its key.
  await requireKeys(config);
  await prepareDataDir(config.dataDir);
  const isEmbedded = config.databaseUrl === undefined;
  const existingKeyRing = isEmbedded ? await loadKeyRing(config) : await findKeyRing(config);

  // 2. PostgreSQL, the pools, and the migrations.
  const postgres = isEmbedded
    ? await startEmbeddedPostgres({
        dataDir: config.dataDir,
        log,
        archive: config.backup !== undefined,
        signal: stopping,
      })
    : undefined;
  if (postgres) closers.addRequired(() => postgres.stop());
  const downFor = () => postgres?.downFor() ?? 0;
  const url = postgres?.url ?? config.databaseUrl ?? '';
  await waitForDatabase({ url, signal: stopping, log });
  const database = openDatabase({
    url,
    password: postgres?.ownerPassword,
    captcha: config.captcha.provider === 'off' ? 'off' : 'on',
    staffMfa: config.staffMfa,
    sessionLimits: config.sessionLimits,
    staffInbox: config.staffInbox ?? 'facts',
    onIdleError: (err) => log.warn({ err }, 'a database connection was lost'),
  });
  closers.add(() => database.close());
  await requireMasterKey(database, existingKeyRing?.sealer);
  await migrate({ url, folder: MIGRATIONS });
  const office = await openOffice({ database, log });
  closers.add(async () => office.close());

  // 3. Keys, and what is derived from them.
  const keyRing = existingKeyRing ?? (await loadKeyRing(config));
  const { sealer } = keyRing;
  const secretKey = await watchSecretKey(config);
  const keys = await loadSigningKeys(database, sealer);
  const stopFollowing = await followChanges({
    database,
    channel: SIGNING_KEYS_CHANGED,
    read: keys.reload,
    onFailed: (err) => log.warn({ err }, 'the signing keys could not be read again'),
  });
  closers.add(async () => stopFollowing());
  const devices = createRecognizedDevices({ secrets: keyRing.secrets('nutmeg known devices v1'), siteUrl });
  const captcha = createCaptcha({ settings: config.captcha, keyRing, siteUrl, database, log });
  const tickets = createTickets(keyRing.secrets('nutmeg appointment tickets v1'));
  const pauseTickets = createSignedIds(keyRing.secrets('nutmeg reminder tickets v1'));
  const ourReaders = await loadReaders();
  const readers = withLetters(ourReaders, office);
  const calendar = createCalendar({ database, office, siteUrl, tickets, readers });

  // 4. The file store.
  const store = await openStore(config.storageUrl, config.dataDir, config.previousStorageUrl);
  try {
    await store.claim?.(() => oldestBlobs(database));
    await store.probe();
  } catch (error) {
    throw storeProblem(error as Error, config);
  }
  const blobs = createBlobs({ database, store, sealer, log });
  const signing = createSigning({
    database,
    blobs,
    sealer,
    office,
    readers,
    work: createPdfWork(),
    log,
  });
  closers.add(() => signing.close());
  const links = createLinks(keyRing.secrets('nutmeg storage links v1'));

  // 5. Background work. It stops after the app, so that the mails of the last requests are sent.
  const { transport, outbox } = createTransport(config, office.current);
  const mailProblem = transport.check();
  const renderLetter = createLetterRenderer({
    office,
    siteUrl,
    ticketOf: tickets.mailedTicketOf,
    pauseTicketOf: (clientId) => pauseTickets.ticketOf(clientId),
    readers,
  });
  const worker = await startMailWorker({ database, transport, renderLetter, log });
  closers.add(() => worker.stop());
  const texts = await startTextWorker({
    database,
    transport: createTextTransport(config.sms, config.dataDir),
    render: createTextRenderer({ office, siteUrl, readers }),
    log,
  });
  closers.add(() => texts.stop());
  const reminders = startReminderWorker({ database, office, log });
  closers.add(() => reminders.stop());
  const bulk = await startBulkWorker({ database, log });
  closers.add(() => bulk.stop());
  const health = createHealth({
    config,
    office,
    version,
    database,
    store,
    transport,
    fingerprint: () => keyRing.fingerprint(),
    log,
  });
  const maintenance = startMaintenance({ database, store, signing, health, log });
  closers.add(() => maintenance.stop());
  // It stops first, so that no job waits for checks that hang.
  closers.add(() => health.stop());
  const scrub = startScrub({ database, store, sealer, log });
  closers.add(() => scrub.stop());
  const backups = await startBackups({ config, office, database, store, log });
  closers.add(() => backups.stop());

  return {
    ...options,
    office,
    /** A function, because the key may be replaced while the server runs. */
    secretKey,
    database,
    keyRing,
    keys,
    sealer,
    authMails: createAuthMails(office, readers),
    /** Letters that are queued by name. */
    renderLetter,
    readers,
    /** Without the office's words in place of ours. */
    ourReaders,
    captcha,
    calendar,
    tickets,
    /** Anyone with one can pause the reminders of one client, and nothing else: it doesn't turn them on, and shows nothing. */
    pauseTickets,
    recovery: createRecovery({ database, keyRing, dataDir: config.dataDir }),
    devices,
    draftSecrets: keyRing.secrets('nutmeg draft keys v1'),
    blobs,
    signing,
    links,
    store,
    /** Milliseconds since the embedded PostgreSQL went down; 0 while it is up. */
    downFor,
    health,
    /** The folder that mails are written to. Undefined if they are sent. */
    outbox,
    /** Why the mail server can't be used right now, in one sentence. Undefined if it can. */
    mailProblem,
  };
}

/** What the services need. They look nothing up elsewhere. */
export type Parts = Awaited<ReturnType<typeof openParts>>;

export function createCloseStack(log: FastifyBaseLogger) {
  const stack: { close(): Promise<void>; required: boolean }[] = [];
  return {
    add: (close: () => Promise<void>) => void stack.push({ close, required: false }),
    /** For what is awaited in a hurry too. */
    addRequired: (close: () => Promise<void>) => void stack.push({ close, required: true }),
    /** Closes in the opposite order. An error is logged, and the rest is closed all the same. */
    closeAll: async (hurry?: AbortSignal) => {
      const hurried = new Promise<void>((resolve) => {
        if (hurry?.aborted) resolve();
        hurry?.addEventListener('abort', () => resolve(), { once: true });
      });
      for (const { close, required } of stack.splice(0).reverse()) {
        const closed = close().catch((err: unknown) => log.error({ err }, 'a part could not be closed'));
        await (required ? closed : Promise.race([closed, hurried]));
      }
    },
  };
}

/** Some that its store has to have. */
async function oldestBlobs(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    'select id from storage.blobs where wrapped_key is not null order by created_at limit 20',
  );
  return rows.map(({ id }) => id);
}

function storeProblem(error: Error, { storageUrl, dataDir }: Config): DependencyError {
  const [name, place] =
    storageUrl === undefined
      ? ['DATA_DIR', `the folder ${join(dataDir, 'files')}`]
      : ['STORAGE_URL', 'the store of the documents'];
  return new DependencyError([
    `${name}: ${place} can't be written to: ${fileErrorReason(error.cause ?? error)}.`,
  ]);
}
