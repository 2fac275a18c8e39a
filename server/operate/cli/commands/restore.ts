import { parseArgs } from 'node:util';
import { BackupError } from '#server/operate/backup/backup-error.ts';
import { restoreBackup } from '#server/operate/backup/restore/restore-backup.ts';
import { requireEmptyDataDir } from '#server/operate/backup/restore/restore-portal.ts';
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
    const time = values.at;
    if (time !== undefined && parseOfficeTime(time, 'UTC') === undefined) {
      throw new UsageError(
        `"${time}" is not a time. Write it in the office's time zone, like "2027-03-14 09:30", or as 2027-03-14T13:30:00Z.`,
      );
    }
    await requireEmptyDataDir(config.dataDir);
    const key = await askForKey(config, print);
    const at = time === undefined ? undefined : timeIn(time);
    const { documents, broken, manifest } = await interruptible((signal) =>
      restoreBackup({ config, placeUrl: place, name: values.backup, at, ...key, print, signal }),
    );
    print(
      `Restored the backup ${manifest.name}, with ${documents} documents. Start the portal with: npm start`,
    );
    if (broken.length === 0) return;
    throw new BackupError(
      `The portal is restored, but ${broken.length} of its documents are missing from the backup or damaged. ` +
        'To list them, start the portal and run: npm run portal -- verify',
    );
  },
};

/** The office's zone is in the backup. */
function timeIn(time: string): (timeZone: string) => Date {
  return (timeZone) => {
    const moment = parseOfficeTime(time, timeZone);
    if (!moment) throw new UsageError(`"${time}" is not a time.`);
    return moment;
  };
}
