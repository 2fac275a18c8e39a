import { demoOffice } from '#domain/business/demo-office.ts';
import { type Light, lightNames, lightWords, summary } from '#domain/health/lights.ts';
import { lightFor } from '#domain/health/words.ts';
import type { Database } from '#server/database/database.ts';
import { sqlState } from '#server/database/database.ts';
import { EmbeddedPostgresError } from '#server/database/embedded/embedded.ts';
import { englishReader } from '#server/language/readers.ts';
import { createTransport } from '#server/mail/transport/create-transport.ts';
import { runChecks } from '#server/operate/health/checks.ts';
import { findKeyRing } from '#server/sealing/key-ring.ts';
import { openStore } from '#server/storage/blobs/stores/open-store.ts';
import { type Command, CommandError, type Context, UsageError } from '../command.ts';
import { withDatabase } from '../with-database.ts';

export const check: Command = {
  usage: 'check [--json]',
  summary: 'checks everything the portal depends on; exit code 1 means there is a problem',
  run: async (args, context) => {
    if (args.some((arg) => arg !== '--json') || args.length > 1) {
      throw new UsageError('check takes no arguments other than --json.');
    }
    const lights = await withDatabase(context, async (database) => {
      await requireMigrated(database);
      return checkAll(database, context);
    }).catch((error: unknown) => {
      if (!(error instanceof EmbeddedPostgresError)) throw error;
      return checkAll({ query: () => Promise.reject(error) }, context);
    });
    if (args.includes('--json')) context.print(JSON.stringify(lights, null, 2));
    else for (const light of lights) context.print(line(light));
    if (lights.some(({ state }) => state === 'red')) throw new CommandError(summary(lights, englishReader.t));
    if (args.length === 0) context.print(summary(lights, englishReader.t));
  },
};

async function checkAll(database: Pick<Database, 'query'>, { config }: Context): Promise<Light[]> {
  // A check sends nothing.
  const { transport } = createTransport(config, () => demoOffice);
  const keyRing = await findKeyRing(config);
  try {
    const lights = await runChecks({
      config,
      database,
      store: await openStore(config.storageUrl, config.dataDir, config.previousStorageUrl),
      checkMail: transport.check,
      fingerprint: keyRing && (() => keyRing.fingerprint()),
      now: Date.now,
      onError: (id, error) =>
        void process.stderr.write(`${englishReader.t(lightNames[id])}: ${String(error)}\n`),
    });
    return lights.map((light) => lightFor(englishReader.t, light));
  } finally {
    transport.close();
  }
}

/** Throws if the database was never migrated; the caller explains it. */
async function requireMigrated(database: Pick<Database, 'query'>): Promise<void> {
  const UNDEFINED_TABLE = '42P01';
  await database.query('select from nutmeg.health_watch').catch((error: unknown) => {
    if (sqlState(error) === UNDEFINED_TABLE) throw error;
  });
}

function line({ id, state, says, todo, detail }: Light): string {
  const word = englishReader.t(lightWords[state]).padEnd(12);
  const reason = detail === undefined ? undefined : `(${detail})`;
  return [`${word}  ${englishReader.t(lightNames[id])}: ${says}`, todo, reason].filter(Boolean).join(' ');
}
