import type { FastifyBaseLogger } from 'fastify';
import type { Business } from '#domain/business/business.ts';
import { demoOffice } from '#domain/business/demo-office.ts';
import { fitFacts } from '#domain/business/fit-facts.ts';
import { type Database, sqlState } from '#server/database/database.ts';
import { ConfigError } from '#server/settings/config.ts';
import { newestFacts, type StoredFacts } from './versions.ts';

type Log = Pick<FastifyBaseLogger, 'error' | 'warn'>;
type Queries = Pick<Database, 'query'>;

/** How far back to look for facts that this program can use. */
const MAX_STEPS_BACK = 20;
const UNDEFINED_TABLE = '42P01';

/** The newest facts that this program can use; undefined if there are none at all. Throws `ConfigError` if none fit. */
export async function newestUsable(database: Queries, log: Log) {
  const newest = await newestFacts(database);
  if (!newest) return undefined;
  let stored: StoredFacts | undefined = newest;
  for (let step = 0; stored && step < MAX_STEPS_BACK; step += 1) {
    const used = usable(stored, log);
    if (used) return used;
    stored = await newestFacts(database, stored.version);
  }
  const fit = fitFacts(newest.facts, demoOffice);
  throw new ConfigError([
    'The office’s facts in the database can’t be used, nor can earlier ones. npm run portal -- office import <file> replaces them.',
    ...('problems' in fit ? fit.problems.map(({ path, message }) => `${path || 'top'}: ${message}`) : []),
  ]);
}

/** The facts of a row; undefined if this program can't use them. Programs of two versions may share a database. */
export function usable({ version, source, facts: raw }: StoredFacts, log: Log) {
  const fit = fitFacts(raw, demoOffice);
  if ('problems' in fit) {
    const { problems } = fit;
    log.error({ version, problems }, 'these facts of the office can’t be used; the ones before stay');
    return undefined;
  }
  const { facts, filled, dropped } = fit;
  if (filled.length > 0 || dropped.length > 0) {
    log.warn({ version, filled, dropped }, 'another version of the program wrote the office’s facts');
  }
  return { facts, version, isExample: source === 'defaults' };
}

const silent: Log = { error: () => undefined, warn: () => undefined };

/** The facts for a command; of a portal that was never started, those that it would begin with. Throws `ConfigError`. */
export async function readFacts(database: Queries): Promise<Business> {
  const newest = await newestUsable(database, silent).catch((error: unknown) => {
    if (sqlState(error) === UNDEFINED_TABLE) return undefined;
    throw error;
  });
  return newest?.facts ?? demoOffice;
}
