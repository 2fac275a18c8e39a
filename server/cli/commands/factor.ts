import { resetFactors } from '#server/auth/mfa/factor-reset.ts';
import { createAuthMails } from '#server/mail/queue/auth-mails.ts';
import { readBusiness } from '#server/settings/business.ts';
import { type Command, CommandError, UsageError } from '../command.ts';
import { withDatabase } from '../with-database.ts';

export const factor: Command = {
  usage: 'factor reset <email>',
  summary: 'takes the second factor from a person who has lost it, signs them out, and tells them by mail',
  run: async (args, context) => {
    const [verb, email, ...rest] = args;
    if (verb !== 'reset' || !email || rest.length > 0)
      throw new UsageError('factor reset needs an email address.');
    const mails = createAuthMails(await readBusiness());
    const done = await withDatabase(context, (database) =>
      database.asOwner((tx) => resetFactors(tx, mails, email.trim().toLowerCase())),
    );
    if (!done) throw new CommandError(`Nobody has signed up as ${email}.`);
    context.print(
      done.factors === 0
        ? `${email} has no second factor.`
        : `${email} has no second factor any more, and is signed out everywhere. They sign in with the password and set up a new one.`,
    );
  },
};
