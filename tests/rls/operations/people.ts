import { freshEmail, insertPerson } from '#tests/support/people.ts';
import type { Attempt, Fixtures } from '../types.ts';
import { outcomeOf } from './outcome.ts';

/** A person that the other rows of the table don't use. */
const someone = ({ portal }: Fixtures) => insertPerson(portal, { email: freshEmail('someone') });

async function insertSession({ portal }: Fixtures, userId: string): Promise<void> {
  await portal.database.query('insert into auth.sessions (user_id) values ($1)', [userId]);
}

async function insertInvitation({ portal }: Fixtures): Promise<string> {
  await portal.database.query('delete from nutmeg.invitations');
  const [row] = await portal.database.query<{ id: string }>(
    `insert into nutmeg.invitations (email, first_name, last_name, role, token_hash, invited_by, expires_at)
     values ('new@example.com', 'New', 'Person', 'admin', sha256(gen_random_uuid()::text::bytea), gen_random_uuid(),
       now() + interval '1 hour') returning id`,
  );
  return row?.id ?? '';
}

/** What super users do with accounts, and the office log. */
export const peopleOperations = {
  'deactivate someone': async ({ client, fixtures }: Attempt) =>
    outcomeOf(
      await client.rpc('set_account_active', { target_user_id: await someone(fixtures), active: false }),
    ),
  'reactivate someone': async ({ client, fixtures }: Attempt) => {
    const id = await someone(fixtures);
    await fixtures.portal.database.query(
      `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      [id],
    );
    return outcomeOf(await client.rpc('set_account_active', { target_user_id: id, active: true }));
  },
  'deactivate oneself': async ({ client, ownId }: Attempt) =>
    outcomeOf(await client.rpc('set_account_active', { target_user_id: ownId, active: false })),
  'deactivate an unknown person': async ({ client }: Attempt) =>
    outcomeOf(
      await client.rpc('set_account_active', {
        target_user_id: '00000000-0000-4000-8000-000000000000',
        active: false,
      }),
    ),
  "end someone's sessions": async ({ client, fixtures }: Attempt) => {
    const id = await someone(fixtures);
    await insertSession(fixtures, id);
    return outcomeOf(await client.rpc('end_sessions_of', { target_user_id: id }));
  },
  "list someone's sessions": async ({ client, fixtures }: Attempt) => {
    const id = await someone(fixtures);
    await insertSession(fixtures, id);
    return outcomeOf(await client.rpc('signed_in_people', { person: id }, { count: 'exact' }));
  },
  'find A by email': async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('find_people', { term: fixtures.emailOfA }, { count: 'exact' })),
  'find a legacy address': async ({ client, fixtures }: Attempt) => {
    const email = freshEmail('found');
    await fixtures.portal.database.query('insert into public.legacy_emails (email) values ($1)', [email]);
    return outcomeOf(await client.rpc('find_legacy_emails', { term: email }, { count: 'exact' }));
  },
  'count the legacy addresses': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('find_legacy_emails_count')),
  'list the invitations': async ({ client, fixtures }: Attempt) => {
    await insertInvitation(fixtures);
    return outcomeOf(await client.rpc('staff_invitations', {}, { count: 'exact' }));
  },
  'withdraw an invitation': async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('withdraw_invitation', { invitation_id: await insertInvitation(fixtures) })),
  'withdraw an email correction': async ({ client, fixtures }: Attempt) => {
    const id = await someone(fixtures);
    await fixtures.portal.database.query(
      `insert into nutmeg.email_corrections (user_id, email, token_hash, asked_by, expires_at)
       values ($1, 'new@example.com', sha256(gen_random_uuid()::text::bytea), gen_random_uuid(),
         now() + interval '1 hour')`,
      [id],
    );
    return outcomeOf(await client.rpc('withdraw_email_correction', { target_user_id: id }));
  },
  'read the office log': async ({ client, fixtures }: Attempt) => {
    const id = await someone(fixtures);
    await fixtures.portal.database.query(
      'insert into public.audit_log (action, subject_id) values ($1, $2)',
      ['rls.test', id],
    );
    return outcomeOf(
      await client.rpc('office_log', { person: id, actions: ['rls.test'] }, { count: 'exact' }),
    );
  },
  'record an export of the log': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('note_log_export', { filters: {} })),
};
