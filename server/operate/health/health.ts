import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import { lightNames } from '#domain/health/lights.ts';
import { type CheckedLight, inSentences } from '#domain/health/words.ts';
import type { Database } from '#server/database/database.ts';
import { englishReader } from '#server/language/readers.ts';
import { officeLetters } from '#server/mail/letters/office-letters.ts';
import { renderLetter } from '#server/mail/letters/render-letter.ts';
import type { MailTransport } from '#server/mail/transport/transport.ts';
import type { Office } from '#server/office/office.ts';
import type { Config } from '#server/settings/config.ts';
import { withTimeout } from '#server/startup/with-timeout.ts';
import { type CheckDeps, type CheckedSettings, runChecks } from './checks.ts';
import { diskSpaceOf } from './facts/machine.ts';
import { throttleCheck } from './facts/mail.ts';
import { addHealthMetrics } from './metrics.ts';
import { removeServer, reportServer } from './servers.ts';
import {
  CONFIRM_SECONDS,
  claimRound,
  duePosts,
  type LastLook,
  lastLook,
  recordLook,
  recordPost,
} from './states.ts';

interface Options extends Pick<CheckDeps, 'store' | 'fingerprint'> {
  config: CheckedSettings & Pick<Config, 'alertUrl' | 'staffInbox'>;
  office: Pick<Office, 'current'>;
  version: string;
  database: Database;
  transport: Pick<MailTransport, 'check' | 'send'>;
  log: Pick<FastifyBaseLogger, 'warn' | 'debug'>;
  now?: () => number;
}

const LEAVE_MS = 2_000;

/** Creates the health checks. The rounds are jobs of `maintenance.ts`. */
export function createHealth(options: Options) {
  const { config, office, version, database, store, transport, fingerprint, log, now = Date.now } = options;
  const id = randomUUID();
  const stopping = new AbortController();
  const warn =
    (problem: string, details = {}) =>
    (err: unknown): undefined => {
      if (!stopping.signal.aborted) log.warn({ err, ...details }, problem);
    };
  const staffInbox = () => config.staffInbox ?? office.current().contact.staffInbox;
  const alerts = createAlerts(options, staffInbox, stopping.signal);
  const mailCheck = throttleCheck(transport.check, now);

  let reporting: Promise<void> = Promise.resolve();
  const reportNow = async () => {
    // A disk that can't be read has its own check. The report must still be written.
    const rooms = await diskSpaceOf(config).catch(() => []);
    await reportServer(database, id, { name: hostname(), version, rooms });
  };
  /** Not after the stop, which takes the server off the list. */
  const report = async () => {
    if (stopping.signal.aborted) return;
    reporting = reportNow();
    await reporting;
  };

  const check = () =>
    runChecks({
      config,
      database,
      store,
      checkMail: mailCheck.check,
      fingerprint,
      now,
      onError: (light, err) => warn('a check of the portal could not be made', { light })(err),
    });

  const look = async (): Promise<LastLook> => {
    const lights = await check();
    const lookedAt = new Date(now());
    if (databaseOf(lights)?.state !== 'red') {
      const recorded = recordLook(database, lights, staffInbox());
      await recorded.catch(warn('the state of the portal could not be kept'));
    }
    return { lookedAt, lights };
  };

  /** Nothing can be stored in a database that is down, so each server remembers what it has reported of it. */
  const outage = { isRed: false, since: 0, isReported: false };
  const watchDatabase = async (lights: readonly CheckedLight[]): Promise<void> => {
    const light = databaseOf(lights);
    if (!light) return;
    const isRed = light.state === 'red';
    if (isRed !== outage.isRed) Object.assign(outage, { isRed, since: now() });
    if (isRed === outage.isReported || now() - outage.since < CONFIRM_SECONDS * 1000) return;
    const ways = [alerts.mail(light), ...(alerts.post ? [alerts.post(light)] : [])];
    const failed = warn('an alert could not be sent');
    const sent = await Promise.all(ways.map((way) => way.then(() => true, failed)));
    // One delivered alert is enough. Both are retried only if both failed, so that no one is alerted twice.
    if (sent.includes(true)) outage.isReported = isRed;
  };

  const postAlerts = async (): Promise<void> => {
    if (!alerts.post) return;
    for (const light of await duePosts(database)) {
      // A failed one is retried in the next round.
      await alerts.post(light);
      await recordPost(database, light);
    }
  };

  const watch = async (): Promise<void> => {
    // Without the database, every server looks for itself.
    const isMine = await claimRound(database).catch(warn('the round of checks could not be claimed'));
    if (isMine === false && !outage.isRed && !outage.isReported) return;
    // Only one server writes what it saw: lights that differ by server must not alternate.
    await watchDatabase(isMine ? (await look()).lights : await check());
    if (isMine) await postAlerts();
  };

  let looking: Promise<LastLook> | undefined;
  const lookNow = async () => {
    // If this fails, the check of the database or the disk reports it.
    await report().catch(() => undefined);
    mailCheck.forget();
    return look();
  };
  /** Checks now. Concurrent callers share one run. */
  const refresh = () => {
    looking ??= lookNow().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  let roundEnd: PromiseWithResolvers<void> | undefined;
  return {
    /** The last results; checks now if there are none. */
    last: async (): Promise<LastLook> => (await lastLook(database)) ?? refresh(),
    refresh,
    report,
    /** Checks if it is time to, on one server at a time, and sends the alerts that are due. Never rejects. */
    round: (): Promise<void> => {
      if (stopping.signal.aborted) return Promise.resolve();
      const end = Promise.withResolvers<void>();
      roundEnd = end;
      const watched = watch().catch(warn('the checks of the portal could not be finished'));
      void watched.then(() => end.resolve());
      return end.promise;
    },
    /** Adds the metrics for Prometheus; `websockets` returns this server's count. */
    addMetrics: (registry: Registry, websockets: () => number): void =>
      addHealthMetrics(registry, {
        config,
        database,
        websockets,
        onError: (err) => log.warn({ err }, 'a figure of /metrics could not be read'),
      }),
    stop: async (): Promise<void> => {
      stopping.abort();
      // Don't wait for checks that hang.
      const running = Promise.allSettled([roundEnd?.promise, looking, reporting]);
      await withTimeout(running, LEAVE_MS).catch(() => undefined);
      roundEnd?.resolve();
      await withTimeout(removeServer(database, id), LEAVE_MS).catch((err: unknown) => {
        log.debug({ err }, 'this server could not say that it stops');
      });
    },
  };
}

export type Health = ReturnType<typeof createHealth>;

const databaseOf = (lights: readonly CheckedLight[]) => lights.find(({ id }) => id === 'database');

const SEND_LIMIT_MS = 30_000;
const POST_LIMIT_MS = 10_000;
const PAUSES_MS = [1_000, 4_000];

/** Alerts about a light that has turned red, or is no longer red. In English. Both reject if nothing was sent. */
function createAlerts({ config, office, transport }: Options, staffInbox: () => string, signal: AbortSignal) {
  const { alertUrl, siteUrl } = config;
  const postTo = async (url: string, light: CheckedLight) => {
    const body = JSON.stringify(bodyOf(light, office.current().name, siteUrl));
    for (const wait of PAUSES_MS) {
      try {
        return await post(url, body, signal);
      } catch {
        await pause(wait, undefined, { signal });
      }
    }
    await post(url, body, signal);
  };
  return {
    /** Without the queue, for when there is no database. */
    mail: async ({ id, state, code, values }: CheckedLight): Promise<void> => {
      const letter = officeLetters[state === 'red' ? 'health_red' : 'health_mended'](
        { light: id, code, values },
        siteUrl,
      );
      const createdAt = new Date().toISOString();
      await transport.send(
        { id: randomUUID(), to: staffInbox(), createdAt, ...renderLetter(letter, office.current()) },
        AbortSignal.timeout(SEND_LIMIT_MS),
      );
    },
    /** To ALERT_URL, three times at most. Undefined without the setting. */
    post: alertUrl === undefined ? undefined : (light: CheckedLight) => postTo(alertUrl, light),
  };
}

async function post(url: string, body: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(POST_LIMIT_MS)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the address of ALERT_URL answered ${response.status}`);
}

/**
 * JSON that common services understand: Slack-compatible ones show `text`, ntfy is configured by URL parameters to show
 * `title` and `message`, healthchecks.io searches for a string such as `"state":"red"`.
 */
function bodyOf(light: CheckedLight, officeName: string, siteUrl: string) {
  const isRed = light.state === 'red';
  const name = englishReader.t(lightNames[light.id]);
  const title = isRed ? `${officeName}: problem with ${name}` : `${officeName}: ${name} is fixed`;
  const { says, todo } = inSentences(englishReader.t, light);
  const message = isRed && todo !== undefined ? `${says} ${todo}` : says;
  const state = isRed ? 'red' : 'green';
  return { text: `${title}. ${message}`, title, message, state, light: light.id, site: siteUrl };
}
