import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { loadMasterKey, MASTER_KEY_BYTES } from '#server/sealing/master-key.ts';
import { keptSecretKey } from '#server/sealing/secret-key.ts';
import { type Command, UsageError } from './command.ts';

export const keys: Command = {
  usage: 'keys',
  says: 'shows the keys for programs, and a fresh one for ENCRYPTION_KEY',
  run: async (args, { config, print }) => {
    if (args.length > 0) throw new UsageError('keys takes no arguments.');
    const secretKey = config.secretKey ?? (await keptSecretKey(config.dataDir));
    // Made now if it isn't there, as the server would.
    await loadMasterKey(config.dataDir, config.encryptionKey);
    const encryptionKey =
      config.encryptionKey === undefined
        ? `kept in ${join(config.dataDir, 'keys', 'encryption.key')}`
        : 'taken from ENCRYPTION_KEY';
    print(`
Publishable key  ${config.publishableKey}
                 For browsers and apps. Anybody may see it.

Secret key       ${secretKey}
                 Acts as service_role, past the policies. Never in a browser, never in a mail.

Encryption key   ${encryptionKey}
                 Without it no document can be opened again. Keep a copy in another place.
                 All servers of one database need the same one. To begin a NEW installation with a
                 key of your own, set this one, just made:
                 ENCRYPTION_KEY=${randomBytes(MASTER_KEY_BYTES).toString('base64')}
`);
  },
};
