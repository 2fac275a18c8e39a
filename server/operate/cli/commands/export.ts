import { resolve } from 'node:path';
import { exportOffice } from '#server/operate/export/export-office.ts';
import { type Command, CommandError, UsageError } from '../command.ts';
import { openContents, withDatabase } from '../with-database.ts';

export const exportCommand: Command = {
  usage: 'export <folder>',
  summary: 'writes everything into a new folder, in the clear and in open formats',
  run: async ([path, ...rest], context) => {
    if (!path || rest.length > 0) throw new UsageError('export needs a folder.');
    const { config, print } = context;
    const folder = resolve(path);
    const summary = await withDatabase(context, async (database, url) =>
      exportOffice({
        url,
        database,
        ...(await openContents(config, database)),
        folder,
        progress: print,
      }),
    );
    const { clients, documents, bytes, failed } = summary;
    print(`\n${clients} clients and ${documents} documents (${bytes} bytes) are in ${folder}.`);
    print(
      'CAREFUL: This folder has Social Security numbers and documents that anyone can read. See README.txt.',
    );
    if (failed > 0) {
      throw new CommandError(
        `${failed} documents could not be read. They are listed in not-exported.csv in that folder.`,
      );
    }
  },
};
