import type { FastifyBaseLogger } from 'fastify';
import { demoOffice } from '#domain/business/demo-office.ts';
import type { Database } from '#server/database/database.ts';
import { followChanges, oneAfterAnother } from '#server/database/follow-changes.ts';
import type { Office } from './office.ts';
import { newestUsable, usable } from './read-facts.ts';
import { addVersion, newestFacts, newestVersion } from './versions.ts';

const OFFICE_SETTINGS_CHANGED = 'office_settings_changed';

/** The facts of the database. */
export interface LiveOffice extends Office {
  /** Reads the newest facts now, rather than when the database tells of them. */
  reload(): Promise<void>;
  /** Stops following changes. */
  close(): void;
}

interface Options {
  database: Pick<Database, 'asOwner' | 'query' | 'listen'>;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/** Loads the office's facts (at first demo-office.json) and follows their changes. Throws `ConfigError` if none fit. */
export async function openOffice({ database, log }: Options): Promise<LiveOffice> {
  await addFirstVersion(database);
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
    const used = usable(stored, log);
    if (!used) return;
    shown = used;
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
    isExample: () => shown.isExample,
    subscribe: (onChange) => {
      subscribers.add(onChange);
      return () => void subscribers.delete(onChange);
    },
    reload,
    close,
  };
}

/** Of several servers that start at once, one adds it. */
async function addFirstVersion(database: Options['database']): Promise<void> {
  if ((await newestVersion(database)) > 0) return;
  await database.asOwner((tx) =>
    addVersion(tx, { after: 0, facts: demoOffice, source: 'defaults', savedBy: null, changed: [] }),
  );
}
