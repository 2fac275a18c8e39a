import type { FastifyBaseLogger } from 'fastify';
import type { Business } from '#domain/business.ts';
import { buildApp } from './app.ts';
import { createKnownDevices } from './auth/known-devices.ts';
import { loadSigningKeys } from './auth/signing-keys.ts';
import { createCalendar } from './calendar/calendar.ts';
import { APPOINTMENT_REMINDERS } from './calendar/reminders.ts';
import { createTickets } from './calendar/tickets.ts';
import { CAPTCHA_SWEEPS, createCaptcha } from './captcha/captcha.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database/database.ts';
import { startEmbeddedPostgres } from './database/embedded.ts';
import { MIGRATIONS, migrate } from './database/migrate.ts';
import { startSweeps } from './database/sweeps.ts';
import { ARCHIVE_SWEEPS } from './functions/archive/ledger.ts';
import { BUCKET_SWEEPS } from './http/buckets.ts';
import { calendarFrames } from './http/calendar-frames.ts';
import { drain } from './http/drain.ts';
import { videoFrames } from './http/video-frames.ts';
import { createAuthMails } from './mail/auth-mails.ts';
import { createCaseLetters, STAFF_LETTER_SWEEPS } from './mail/case-letters.ts';
import { MAIL_SWEEPS } from './mail/queue.ts';
import { chooseWayOut } from './mail/ways-out.ts';
import { startMailWorker } from './mail/worker.ts';
import { derivedKey } from './sealing/derived-key.ts';
import { loadMasterKey } from './sealing/master-key.ts';
import { createSealer } from './sealing/sealer.ts';
import { keptSecretKey } from './sealing/secret-key.ts';
import { createBlobs } from './storage/blobs.ts';
import { RECORD_PACE_SWEEPS } from './storage/failures.ts';
import { createLinks } from './storage/links.ts';
import { openStore } from './storage/open-store.ts';
import { TRASH_SWEEPS } from './storage/removing.ts';
import { startSweeper } from './storage/sweeper.ts';

interface Options {
  config: Config;
  business: Business;
  log: FastifyBaseLogger;
  siteFolder: string | undefined;
}

export interface RunningPortal {
  /** Where it listens, with the port that it got. */
  address: string;
  /** The folder that mails are written to; undefined where they are sent. */
  outbox: string | undefined;
  /** Answers what has begun, then closes everything. */
  stop(): Promise<void>;
}

/** Opens everything in the order of need; what was opened is closed again if a later part fails. */
export async function startPortal({ config, business, log, siteFolder }: Options): Promise<RunningPortal> {
  const closing: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const url = config.databaseUrl ?? (await embedded());
    await migrate({ url, folder: MIGRATIONS });
    const database = openDatabase({
      url,
      timeZone: business.timeZone,
      captcha: config.captcha.provider === 'off' ? 'off' : 'on',
      staffMfa: config.staffMfa,
      staffInbox: config.staffInbox ?? business.contact.staffInbox,
      publishedInbox: business.contact.staffInbox,
      calendar: business.calendar,
      bytesPerClient: business.limits.bytesPerClient,
      onIdleError: (err) => log.warn({ err }, 'a database connection was lost'),
    });
    closing.push(() => database.close());

    const masterKey = await loadMasterKey(config.dataDir, config.encryptionKey);
    const sealer = createSealer(masterKey);
    const secretKey = config.secretKey ?? (await keptSecretKey(config.dataDir));
    const keys = await loadSigningKeys(database, sealer);
    const { siteUrl } = config;
    const devices = createKnownDevices({ secret: derivedKey(masterKey, 'nutmeg known devices v1'), siteUrl });
    const captcha = createCaptcha({ settings: config.captcha, masterKey, siteUrl, database, log });

    const tickets = createTickets(derivedKey(masterKey, 'nutmeg appointment tickets v1'));
    const calendar = createCalendar({ database, office: business, siteUrl, tickets });

    const { transport, outbox } = chooseWayOut({
      smtpUrl: config.smtpUrl,
      dataDir: config.dataDir,
      sender: { name: business.name, address: business.contact.email },
    });
    // Stops after the app, so that the mails of the last requests leave too.
    const worker = await startMailWorker({
      database,
      transport,
      writeOut: createCaseLetters(business, siteUrl, tickets.ticketOf),
      log,
    });
    closing.push(() => worker.stop());

    const store = await openStore(config.storageUrl, config.dataDir);
    const blobs = createBlobs({ database, store, sealer, log });
    const links = createLinks(derivedKey(masterKey, 'nutmeg storage links v1'));
    const sweeper = startSweeper({ database, store, log });
    closing.push(() => sweeper.stop());

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
      devices,
      blobs,
      links,
      log,
      siteFolder,
      siteFrames: [...videoFrames(business.tutorialVideo), ...calendarFrames(config.calendarUrl)],
    });
    closing.push(() => drain(app));

    const address = await app.listen({ host: config.host, port: config.port });
    return { address, outbox, stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function embedded(): Promise<string> {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
    closing.push(() => postgres.stop());
    return postgres.url;
  }
}
