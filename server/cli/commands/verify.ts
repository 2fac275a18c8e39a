import type { Command } from '../command.ts';
import { verifyBackup } from './verify-backup.ts';
import { verifyLive } from './verify-live.ts';

export const verify: Command = {
  usage: 'verify [<place> [--backup <name>]]',
  says: 'reads every document and every sealed value, of the portal or of a backup, and says what is not whole',
  run: (args, context) => (args.length === 0 ? verifyLive(context) : verifyBackup(args, context)),
};
