import { randomInt } from 'node:crypto';
import { createPasswordHasher } from '#server/auth/users/password-hasher.ts';
import { type Command, UsageError } from '../command.ts';
import { fillWithDemo, type SignIn } from '../demo/fill.ts';
import { openContents, withDatabase } from '../with-database.ts';

export const demo: Command = {
  usage: 'demo',
  summary: 'fills an empty portal with a made-up office and prints who can log in',
  run: async (args, context) => {
    if (args.length > 0) throw new UsageError('demo takes no arguments.');
    const { config, print } = context;
    const password = newPassword();
    const passwordHash = await (await createPasswordHasher()).hash(password);
    const people = await withDatabase(
      context,
      async (database) => {
        const contents = await openContents(config, database);
        return fillWithDemo({ database, ...contents, passwordHash, now: new Date() });
      },
      // The demo staff have no second factor, and the office gets no mail about them.
      { migrates: true, staffMfa: 'optional', staffInbox: '' },
    );
    report(print, people, password);
    if (config.staffMfa === 'required') {
      print(
        '\nSTAFF_MFA is required here, so staff must set up an authenticator app before they can see clients.',
      );
    }
  },
};

/** Groups of letters and digits that are hard to confuse. */
function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return `${group()}-${group()}-${group()}`;
}

function report(print: (line: string) => void, people: readonly SignIn[], password: string): void {
  const [names, emails] = [people.map(({ name }) => name), people.map(({ email }) => email)];
  const [wide, wider] = [widest(names), widest(emails)];
  print('The portal now has a made-up office. No one in it is real, and no email was sent.\n');
  for (const { name, email, role } of people)
    print(`  ${name.padEnd(wide)}  ${email.padEnd(wider)}  ${role}`);
  print(`\nThey all have this password, which is shown only once:  ${password}`);
}

const widest = (words: readonly string[]) => Math.max(...words.map(({ length }) => length));
