import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { followChanges, oneAfterAnother } from '#server/database/follow-changes.ts';
import { type FirstFacts, firstFacts } from './first-facts.ts';
import type { Office } from './office.ts';
import { newestUsable, usable } from './read-facts.ts';
import { addVersion, newestFacts, newestVersion } from './versions.ts';

const OFFICE_SETTINGS_CHANGED = 'office_settings_changed';

/** The facts of the database. */
export interface LiveOffice extends Office {
  /** Reads the newest facts now, rather than when the database tells of them. */
  reload(): Promise<void>;
  /** What was taken over from business.json just now. Undefined at every later start. */
  takenOver: FirstFacts | undefined;
  /** Stops following changes. */
  close(): void;
}

interface Options {
  database: Pick<Database, 'asOwner' | 'query' | 'listen'>;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** The file to take over if there are no facts yet. */
  file?: string;
}

/**
 * Loads the office's facts, and follows their changes on all servers. An empty table gets its first version. Throws
 * `ConfigError` if there are no facts that can be used.
 */
export async function openOffice({ database, log, file }: Options): Promise<LiveOffice> {
  const takenOver = await takeOver(database, file);
  if (takenOver) {
    const { filled, dropped } = takenOver;
    log.warn({ filled, dropped }, 'the facts of business.json were taken over; the file is not read again');
  }
  const subscribers = new Set<() => void>();
  /** The newest version that was looked at, also if it could not be used. */
  let seen = await newestVersion(database);
  const first = await newestUsable(database, log);
  if (!first) throw new Error('office_settings is empty');
  let shown = first;

  const read = async () => {
    if ((await newestVersion(database)) === seen) return;
    const stored = await newestFacts(database);
    if (!stored) return;
    seen = stored.version;
    const facts = usable(stored, log);
    if (!facts) return;
    shown = { facts, version: stored.version };
    for (const onChange of subscribers) {
      try {
        onChange();
      } catch (err) {
        log.error({ err }, 'a part could not follow a change of the office’s facts');
      }
    }
  };
  const reload = oneAfterAnother(read);
  const close = await followChanges({
    database,
    channel: OFFICE_SETTINGS_CHANGED,
    read: reload,
    onFailed: (err) => log.warn({ err }, 'the office’s facts could not be read again'),
  });
  return {
    current: () => shown.facts,
    version: () => shown.version,
    subscribe: (onChange) => {
      subscribers.add(onChange);
      return () => void subscribers.delete(onChange);
    },
    reload,
    takenOver,
    close,
  };
}

/** Gives an empty table its first version. Of several servers that start at once, one does. */
async function takeOver(
  database: Options['database'],
  file: string | undefined,
): Promise<FirstFacts | undefined> {
  if ((await newestVersion(database)) > 0) return undefined;
  const first = await firstFacts(file);
  const { facts, source, filled, dropped } = first;
  const isAdded = await database.asOwner(async (tx) => {
    const version = await addVersion(tx, { after: 0, facts, source, savedBy: null, changed: [] });
    if (version === undefined) return false;
    if (source === 'file') {
      await tx.query('select nutmeg.record_act($1, null, $2)', [
        'office.facts_taken_over',
        JSON.stringify({ filled, dropped }),
      ]);
    }
    return true;
  });
  return isAdded && source === 'file' ? first : undefined;
}
