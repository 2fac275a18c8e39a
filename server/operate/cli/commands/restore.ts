import { parseArgs } from 'node:util';
import { zonedClock } from '#domain/office-time/zoned.ts';
import { BackupError } from '#server/operate/backup/backup-error.ts';
import { chooseBackup, readTimeZone } from '#server/operate/backup/manifest.ts';
import { openPlace } from '#server/operate/backup/place/open-place.ts';
import { createSealedPlace } from '#server/operate/backup/place/sealed-place.ts';
import { requireEmptyDataDir, restorePortal } from '#server/operate/backup/restore/restore-portal.ts';
import { askForKey } from '../ask-for-key.ts';
import { type Command, interruptible, UsageError } from '../command.ts';

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
    const { at: time, backup: name } = values;
    // Whether it is a time doesn't depend on the zone, which only the backup knows.
    if (time !== undefined && parseOfficeTime(time, 'UTC') === undefined) {
      throw new UsageError(
        `"${time}" is not a time. Write it in the office's time zone, like "2027-03-14 09:30", or as 2027-03-14T13:30:00Z.`,
      );
    }
    await requireEmptyDataDir(config.dataDir);
    const masterKey = await askForKey(config, print);
    const { documents, broken, manifest } = await interruptible(async (signal) => {
      const sealed = createSealedPlace(await openPlace(place), masterKey);
      const until = time === undefined ? undefined : parseOfficeTime(time, await readTimeZone(sealed));
      const manifest = await chooseBackup(sealed, { name, at: until });
      const restored = await restorePortal({
        ...config,
        sealed,
        manifest,
        keyToSave: config.encryptionKey === undefined ? masterKey : undefined,
        // A backup that is named alone, without later WAL.
        follow: name === undefined || until !== undefined,
        until,
        log: { info: () => undefined, error: print },
        print,
        signal,
      });
      return { ...restored, manifest };
    });
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

const LOCAL = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::(\d{2}))?$/;
const ABSOLUTE = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/;

/** "2027-03-14 09:30" in the office's zone, or a time with its zone. Undefined for what does not exist. */
export function parseOfficeTime(text: string, timeZone: string): Date | undefined {
  const trimmed = text.trim();
  const [, day, clock, seconds = '00'] = LOCAL.exec(trimmed) ?? [];
  const local = day !== undefined && clock !== undefined;
  // Date would turn February 30 into March 2.
  const isReal = (iso: string) => {
    const at = new Date(`${iso}Z`);
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso);
  };
  if (local) {
    if (!isReal(`${day}T${clock}:${seconds}`)) return undefined;
    return new Date(zonedClock(timeZone).moment(day, clock) + Number(seconds) * 1000);
  }
  if (!ABSOLUTE.test(trimmed) || !isReal(trimmed.slice(0, 10))) return undefined;
  const at = new Date(trimmed);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
