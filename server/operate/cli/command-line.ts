import { RecoveryWordsError } from '#domain/account/recovery-sheet.ts';
import { EmbeddedPostgresError } from '#server/database/embedded/embedded.ts';
import { MIGRATIONS, MigrationError, migrate } from '#server/database/migrations/migrate.ts';
import { FactsFileError } from '#server/office/facts-file.ts';
import { BackupError } from '#server/operate/backup/backup-error.ts';
import { ExportFolderError } from '#server/operate/export/export-office.ts';
import { ImportRunningError } from '#server/operate/import/import-hosted.ts';
import { SourceError } from '#server/operate/import/source.ts';
import { MasterKeyError } from '#server/sealing/master-key.ts';
import { type Config, ConfigError, readConfig } from '#server/settings/config.ts';
import { fileErrorReason } from '#server/settings/startup-errors.ts';
import { StorageError } from '#server/storage/errors.ts';
import { version } from '#server/version.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { backup } from './commands/backup.ts';
import { check } from './commands/check.ts';
import { demo } from './commands/demo.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { importClients } from './commands/import-clients.ts';
import { keys } from './commands/keys.ts';
import { moveStore } from './commands/move-store.ts';
import { office } from './commands/office.ts';
import { factor, legacy, role } from './commands/people.ts';
import { restore } from './commands/restore.ts';
import { verify } from './commands/verify.ts';
import { verifySignature } from './commands/verify-signature.ts';
import { NotEmptyError } from './demo/fill.ts';
import { withDatabaseUrl } from './with-database.ts';

const commands: Record<string, Command> = {
  check,
  role,
  factor,
  legacy,
  office,
  import: importCommand,
  'import-clients': importClients,
  export: exportCommand,
  demo,
  backup,
  restore,
  keys,
  migrate: {
    usage: 'migrate',
    summary: 'brings the database up to date, like every start does',
    async run(args, context) {
      if (args.length > 0) throw new UsageError('migrate takes no arguments.');
      const applied = await withDatabaseUrl(context, (url) => migrate({ url, folder: MIGRATIONS }));
      if (applied.length === 0) return context.print('The database is up to date.');
      for (const name of applied) context.print(`Applied ${name}`);
    },
  },
  verify,
  'verify-signature': verifySignature,
  'move-store': moveStore,
  version: {
    usage: 'version',
    summary: 'prints the version of this program',
    run: async (_args, { print }) => print(version),
  },
  help: {
    usage: 'help',
    summary: 'shows this list',
    run: async (_args, { print }) => print(help(commands)),
  },
};

const SYNONYMS = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
]);

interface Terminal {
  /** By default, that of the process. */
  env?: NodeJS.ProcessEnv;
  print(line: string): void;
  complain(line: string): void;
  /** Called before the command opens anything. */
  prepare?(config: Config): void;
}

/** Runs a command. Resolves with the exit code. */
export async function runCommandLine(
  [word = '', ...args]: string[],
  { env, print, complain, prepare }: Terminal,
): Promise<number> {
  try {
    const name = SYNONYMS.get(word) ?? word;
    if (!Object.hasOwn(commands, name)) {
      throw new UsageError(name === '' ? 'Which command?' : `There is no "${name}" command.`);
    }
    const config = readConfig(env);
    prepare?.(config);
    await commands[name]?.run(args, { config, print }).catch((error: NodeJS.ErrnoException) => {
      // The code of a DOMException is a number.
      const isOfLine = String(error.code).startsWith('ERR_PARSE_ARGS');
      throw isOfLine ? new UsageError(`${name}: ${error.message}`) : error;
    });
    return 0;
  } catch (error) {
    complain(explained(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Errors whose message says what is wrong and what to do. */
const EXPECTED = [
  CommandError,
  BackupError,
  EmbeddedPostgresError,
  ExportFolderError,
  FactsFileError,
  ImportRunningError,
  MasterKeyError,
  MigrationError,
  NotEmptyError,
  RecoveryWordsError,
  SourceError,
];

function explained(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${help(commands)}`;
  if (error instanceof ConfigError) {
    return ['The configuration has these problems:', ...error.problems.map((p) => `  - ${p}`)].join('\n');
  }
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StorageError) {
    return `The document store can't be used: ${fileErrorReason(error.cause ?? error)}.`;
  }
  if (EXPECTED.some((expected) => error instanceof expected)) return error.message;
  const { code } = error as Error & { code?: string };
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') {
    return `The database in DATABASE_URL can't be reached (${code}). Check that it is running and that the address is right.`;
  }
  return error.stack ?? error.message;
}

/** Lists all commands, one per line. */
function help(commands: Record<string, Command>): string {
  const all = Object.values(commands);
  const width = Math.max(...all.map(({ usage }) => usage.length));
  return [
    'npm run portal -- <command>',
    '',
    ...all.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`),
    '',
    'The settings are those of the server: environment variables such as DATA_DIR and DATABASE_URL.',
  ].join('\n');
}
