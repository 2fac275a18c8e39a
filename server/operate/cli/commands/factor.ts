import { resetFactors } from '#server/auth/mfa/factor-reset.ts';
import { loadReaders } from '#server/language/readers.ts';
import { createAuthMails } from '#server/mail/queue/auth-mails.ts';
import { fixedOffice } from '#server/office/office.ts';
import { readFacts } from '#server/office/read-facts.ts';
import { type Command, CommandError, UsageError } from '../command.ts';
import { withDatabase } from '../with-database.ts';

export const factor: Command = {
  usage: 'factor reset <email>',
  summary: 'removes the authenticator app of a person who lost it, logs them out, and emails them',
  run: async (args, context) => {
    const [verb, email, ...rest] = args;
    if (verb !== 'reset' || !email || rest.length > 0)
      throw new UsageError('factor reset needs an email address.');
    const readers = await loadReaders();
    const done = await withDatabase(context, async (database) => {
      const mails = createAuthMails(fixedOffice(await readFacts(database)), readers);
      return database.asOwner((tx) => resetFactors(tx, mails, email.trim().toLowerCase()));
    });
    if (!done) throw new CommandError(`No one has signed up as ${email}.`);
    context.print(
      done.factors === 0
        ? `${email} has no authenticator app.`
        : `The authenticator app of ${email} is removed, and they are logged out everywhere. They can log in with their password and set up a new app.`,
    );
  },
};
