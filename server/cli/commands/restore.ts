import { parseArgs } from 'node:util';
import { BackupError } from '#server/backup/backup-error.ts';
import { restoreBackup } from '#server/backup/restore/restore-backup.ts';
import { requireEmptyDataDir } from '#server/backup/restore/restore-portal.ts';
import { readBusiness } from '#server/settings/business.ts';
import { askForKey } from '../ask-for-key.ts';
import { type Command, UsageError } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { parseOfficeTime } from '../parse-office-time.ts';

export const restore: Command = {
  usage: 'restore <place> [--at <time>] [--backup <name>]',
  summary: 'restores a backup into an empty DATA_DIR; asks for the recovery sheet',
  run: async (args, { config, print }) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { at: { type: 'string' }, backup: { type: 'string' } },
    });
    const [place, ...more] = positionals;
    if (place === undefined || more.length > 0) throw new UsageError('restore needs one place of backups.');
    const { timeZone } = await readBusiness();
    const at = values.at === undefined ? undefined : parseOfficeTime(values.at, timeZone);
    if (values.at !== undefined && at === undefined) {
      throw new UsageError(
        `"${values.at}" is not a time. Write it in the office's time zone, such as "2027-03-14 09:30", or as 2027-03-14T13:30:00Z.`,
      );
    }
    await requireEmptyDataDir(config.dataDir);
    const key = await askForKey(config, print);
    const { documents, broken, manifest } = await interruptible((signal) =>
      restoreBackup({ config, placeUrl: place, name: values.backup, at, ...key, print, signal }),
    );
    print(
      `Restored the backup ${manifest.name}, with ${documents} documents. Start the portal with: npm start`,
    );
    if (broken.length === 0) return;
    throw new BackupError(
      `The portal is there, but ${broken.length} of its documents are missing from the backup or damaged; ` +
        'start it, then npm run portal -- verify names them.',
    );
  },
};
