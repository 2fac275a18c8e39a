import { buildApp, closeApp } from './app.ts';
import { createFirstSuperLink } from './auth/people/first-super.ts';
import { DOWN_MS } from './http/health.ts';
import { confirmationOf } from './operate/recovery/recovery.ts';
import { sheetAtStart } from './operate/recovery/sheet.ts';
import { createCloseStack, type Options, openParts, type Parts } from './parts.ts';
import { toListenError } from './settings/startup-errors.ts';

export interface RunningPortal extends Pick<Parts, 'outbox' | 'mailProblem'> {
  /** The URL that it listens on, with the actual port. */
  address: string;
  /** Makes its reader the first super user: to be printed, never logged. Undefined if there is a super user. */
  firstSuperLink: string | undefined;
  /** The recovery sheet to print. Undefined if it was confirmed. */
  sheet: string | undefined;
  /** Whether it should be restarted, because its own PostgreSQL has been down for too long. */
  isDown(): boolean;
  /** Answers the requests in progress, then closes all. With `hurry` aborted, waits only for PostgreSQL and such. */
  stop(hurry?: AbortSignal): Promise<void>;
}

/**
 * Opens everything, and listens. `stop` closes in the opposite order, as does a failed start. Throws `ConfigError` and
 * `DependencyError` for problems that the operator can solve.
 */
export async function startPortal(options: Options): Promise<RunningPortal> {
  const { config, log } = options;
  const closers = createCloseStack(log);
  try {
    const parts = await openParts(options, closers);
    const { database, office, keyRing, downFor, outbox, mailProblem } = parts;
    const app = await buildApp(parts);
    closers.add(() => closeApp(app));
    const sheet = await sheetAtStart(
      { ...config, business: office.current() },
      keyRing.current(),
      (await confirmationOf(database, keyRing.fingerprint())) !== null,
    );
    const address = await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw toListenError(error, config.host, config.port);
    });
    const firstSuperLink = await createFirstSuperLink(database, config.port === 0 ? address : config.siteUrl);
    const isDown = () => downFor() >= DOWN_MS;
    return { address, outbox, firstSuperLink, sheet, mailProblem, isDown, stop: closers.closeAll };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}
