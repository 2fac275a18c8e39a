import { migrate as applyMigrations, MIGRATIONS } from '#server/database/migrations/migrate.ts';
import { type Command, UsageError } from '../command.ts';
import { withDatabaseUrl } from '../with-database.ts';

export const migrate: Command = {
  usage: 'migrate',
  summary: 'brings the database up to date, like every start does',
  run: async (args, context) => {
    if (args.length > 0) throw new UsageError('migrate takes no arguments.');
    const applied = await withDatabaseUrl(context, (url) => applyMigrations({ url, folder: MIGRATIONS }));
    if (applied.length === 0) return context.print('The database is up to date.');
    for (const name of applied) context.print(`Applied ${name}`);
  },
};
