import { readFile } from 'node:fs/promises';
import { isRole, type Role, roles } from '#domain/account/roles.ts';
import { addressesIn } from '#domain/contact/legacy-addresses.ts';
import { parseCsv } from '#domain/text/csv.ts';
import { resetFactors } from '#server/auth/mfa/factor-reset.ts';
import { type Database, sqlState } from '#server/database/database.ts';
import { loadReaders } from '#server/language/readers.ts';
import { createAuthMails } from '#server/mail/queue/auth-mails.ts';
import { fixedOffice } from '#server/office/office.ts';
import { readFacts } from '#server/office/read-facts.ts';
import { type Command, CommandError, orUnreadable, UsageError } from '../command.ts';
import { withDatabase } from '../with-database.ts';

export const role: Command = {
  usage: `role <email> ${roles.join('|')}`,
  summary: 'changes the role of a person who has signed up, and records it',
  run: async (args, context) => {
    const [email, wanted, ...rest] = args;
    if (!email || !wanted || rest.length > 0) throw new UsageError('role needs an email address and a role.');
    if (!isRole(wanted))
      throw new UsageError(`"${wanted}" is not a role. The roles are: ${roles.join(', ')}.`);
    await withDatabase(context, async (database) => context.print(await changeRole(database, email, wanted)));
  },
};

async function changeRole(database: Database, email: string, wanted: Role): Promise<string> {
  const { rows } = await database.query<{ id: string; role: Role | null }>(
    `select u.id, p.role from auth.users u left join public.user_profiles p on p.user_id = u.id
     where u.email = lower($1)`,
    [email.trim()],
  );
  const person = rows[0];
  if (!person) {
    throw new CommandError(
      `No one has signed up as ${email}. Sign up on the site first, then run this again.`,
    );
  }
  if (person.role === null) {
    throw new CommandError(`${email} is not confirmed yet. Open the link in the confirmation email first.`);
  }
  if (person.role === wanted) return `${email} already has the role ${wanted}.`;
  await database
    .query('select public.change_role($1, $2, null)', [person.id, wanted])
    .catch((error: Error) => {
      if (sqlState(error) !== LAST_SUPER) throw error;
      throw new CommandError(`${email} is the only super user. Make someone else a super user first.`);
    });
  return `${email} now has the role ${wanted} (was ${person.role}).`;
}

const LAST_SUPER = '23514';

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

const LINES_SHOWN = 20;

export const legacy: Command = {
  usage: 'legacy import <file.csv>',
  summary: 'adds the email addresses of earlier clients, who are asked to sign up when they first log in',
  run: async (args, context) => {
    const [verb, path, ...rest] = args;
    if (verb !== 'import' || !path || rest.length > 0)
      throw new UsageError('legacy import needs a CSV file.');
    const found = addressesIn(parseCsv(await readFile(path, 'utf8').catch(orUnreadable(path))));
    if (!found) throw new CommandError('The file has several columns, but none is named "email".');
    const { addresses, skipped } = found;
    const { rowCount: added } = await withDatabase(context, (database) =>
      database.query(
        'insert into public.legacy_emails (email) select unnest($1::text[]) on conflict do nothing',
        [addresses],
      ),
    );
    context.print(
      `${added === 1 ? '1 address' : `${added} addresses`} added, ${addresses.length - added} already on the list.`,
    );
    if (skipped.length === 0) return;
    // Line numbers, not addresses: terminals may be logged.
    const shown = skipped.slice(0, LINES_SHOWN).join(', ');
    const more = skipped.length > LINES_SHOWN ? ` and ${skipped.length - LINES_SHOWN} more` : '';
    context.print(
      `Skipped because they have no valid email address: ${skipped.length} (line ${shown}${more}).`,
    );
  },
};
