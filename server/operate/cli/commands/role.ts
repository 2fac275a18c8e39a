import { isRole, type Role, roles } from '#domain/account/roles.ts';
import { type Database, sqlState } from '#server/database/database.ts';
import { type Command, CommandError, UsageError } from '../command.ts';
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
