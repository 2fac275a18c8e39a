import { parseArgs } from 'node:util';
import { missingDocumentsMessage } from '#server/operate/backup/make/make-backup.ts';
import { runBackup, runScheduledBackup } from '#server/operate/backup/make/run-backup.ts';
import { type Command, interruptible, UsageError } from '../command.ts';
import { errorLog } from '../with-database.ts';

export const backup: Command = {
  usage: 'backup [<place>] [--logical]',
  summary: 'makes an encrypted copy of the whole portal in a folder, in s3://bucket, or in BACKUP_URL',
  run: async (args, { config, print }) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      // The server passes `--scheduled`.
      options: {
        scheduled: { type: 'boolean', default: false },
        logical: { type: 'boolean', default: false },
      },
    });
    const [place = config.backup?.url, ...more] = positionals;
    if (place === undefined || more.length > 0) {
      throw new UsageError('backup needs one place: a folder, or s3://bucket/prefix?endpoint=https://...');
    }
    if (values.scheduled) return interruptible((signal) => runScheduledBackup(config, errorLog, signal));
    const { manifest, copied, bytes } = await interruptible((signal) =>
      runBackup({ config, placeUrl: place, logical: values.logical, log: errorLog, signal }),
    );
    const megabytes = (count: number) => `${(count / 1e6).toFixed(1)} MB`;
    print(
      `Backup ${manifest.name}: the database in ${megabytes(bytes)}, ${manifest.documents.count} documents ` +
        `(${copied.count} copied now, ${megabytes(copied.bytes)}).`,
    );
    if (copied.missing.length > 0) print(missingDocumentsMessage(copied.missing.length));
  },
};
