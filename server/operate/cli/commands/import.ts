import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createFingerprints } from '#server/operate/import/deps.ts';
import { openDump } from '#server/operate/import/dump.ts';
import { importHosted } from '#server/operate/import/import-hosted.ts';
import { openObjectFiles } from '#server/operate/import/object-files.ts';
import { createCollector, type ImportReport, reportLines } from '#server/operate/import/report.ts';
import { openHostedDatabase, type Source } from '#server/operate/import/source.ts';
import { type Command, CommandError, type Context, UsageError } from '../command.ts';
import { openContents, withDatabase } from '../with-database.ts';

export const importCommand: Command = {
  usage:
    'import supabase --database <url or dump> --storage <s3 url or folder> [--dry-run] [--report <file>]',
  summary: 'imports an office from the hosted service; run it again to import what has changed',
  run: async ([from, ...args], context) => {
    if (from !== 'supabase') throw new UsageError('import needs a source: supabase.');
    const { values } = parseArgs({
      args,
      options: {
        database: { type: 'string' },
        storage: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        report: { type: 'string' },
      },
    });
    const { database, storage, 'dry-run': dryRun, report: path } = values;
    if (!database || !storage) throw new UsageError('import supabase needs --database and --storage.');
    const source = await openSource(database);
    try {
      const report = await run(storage, dryRun, source, context);
      for (const line of reportLines(report)) context.print(line);
      if (path !== undefined) {
        await writeFile(path, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
      }
    } finally {
      await source.close();
    }
  },
};

async function openSource(place: string): Promise<Source> {
  if (!/^postgres(?:ql)?:\/\//.test(place)) return openDump(place);
  return openHostedDatabase(place).catch((error: Error) => {
    throw new CommandError(`The old database can't be read: ${error.message || 'no response'}.`);
  });
}

async function run(
  storage: string,
  dryRun: boolean,
  source: Source,
  context: Context,
): Promise<ImportReport> {
  const { config, print } = context;
  const files = await openObjectFiles(storage);
  return withDatabase(
    context,
    async (database) => {
      const { keyRing, ...contents } = await openContents(config, database);
      return importHosted({
        source,
        files,
        database,
        ...contents,
        sealer: keyRing.sealer,
        fingerprints: createFingerprints(keyRing),
        report: createCollector({ source: source.kind, dryRun }),
        dryRun,
        progress: print,
      });
    },
    // No mail to the office about old events.
    { migrates: !dryRun, staffInbox: '', poolSize: CONNECTIONS },
  );
}

/** One for each document under way, and one that holds the lock. */
const CONNECTIONS = 8;
