import { readFile } from 'node:fs/promises';
import { verifyFile } from '#server/signing/verify-file.ts';
import { type Command, CommandError, UsageError } from '../command.ts';
import { withDatabase } from '../with-database.ts';

export const verifySignature: Command = {
  usage: 'verify-signature <file>',
  summary: 'checks whether a PDF is exactly a document that was signed and sealed in this portal',
  run: async (args, context) => {
    const [file, ...more] = args;
    if (file === undefined || more.length > 0) throw new UsageError('verify-signature needs one file.');
    const bytes = await readFile(file).catch((error: Error) => {
      throw new CommandError(`${file} can’t be read: ${error.message}`);
    });
    await withDatabase(context, async (database) => {
      const { result, sha256, sealedAt } = await verifyFile(database, bytes);
      context.print(`SHA-256: ${sha256}`);
      if (result === 'changed') {
        throw new CommandError(
          'Changed: this file has a seal of this office, but it was changed afterwards.',
        );
      }
      if (result === 'unknown') throw new CommandError('Unknown: this office has not sealed this file.');
      context.print(`Genuine: sealed by this office on ${sealedAt}, and unchanged since.`);
    });
  },
};
