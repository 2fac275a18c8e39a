import { type Command, UsageError } from './command.ts';
import { verifyLive } from './verify-live.ts';

export const verify: Command = {
  usage: 'verify',
  says: 'reads every document and every sealed value of the portal, and says what is not whole',
  run: async (args, context) => {
    if (args.length > 0) throw new UsageError('verify takes no arguments.');
    await verifyLive(context);
  },
};
