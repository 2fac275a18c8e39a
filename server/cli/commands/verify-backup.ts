import { parseArgs } from 'node:util';
import { openBackupContext } from '#server/backup/context.ts';
import { recordVerify } from '#server/backup/records.ts';
import { verifyBackupAt } from '#server/backup/verify/verify-at-place.ts';
import { findMasterKey } from '#server/sealing/master-key.ts';
import { CommandError, type Context, UsageError } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { askForKey } from '../recovery-words.ts';

/** `verify <place> [--backup <name>]`: a backup, restored into a scratch database. Throws `CommandError`. */
export async function verifyBackup(args: string[], { config, print }: Context): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { backup: { type: 'string' } },
  });
  const [placeUrl, ...more] = positionals;
  if (placeUrl === undefined || more.length > 0) throw new UsageError('verify needs one place of backups.');
  const kept = await findMasterKey(config.dataDir, config.encryptionKey);
  const masterKey = kept ?? (await askForKey(config, print)).masterKey;
  const { manifest, documents, read, rows, problems } = await interruptible((signal) =>
    verifyBackupAt({ config, placeUrl, name: values.backup, masterKey, onProblem: print, signal }),
  );
  const { name } = manifest;
  const problem = problems === 0 ? undefined : `${problems} things are not whole in the backup ${name}.`;
  // On a machine without the portal there is no database to record it in.
  if (kept !== undefined) {
    const portal = await openBackupContext(config, placeUrl);
    const place = portal.sealed.place.label;
    await recordVerify(portal.database, { name, place, problem }).finally(portal.close);
  }
  if (problem !== undefined) throw new CommandError(problem);
  print(`The backup ${name} is good: ${rows} rows, ${documents} documents, ${read} of them read.`);
}
