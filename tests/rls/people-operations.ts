import type { PostgrestSingleResponse, SupabaseClient } from '@supabase/supabase-js';
import { freshEmail, insertPerson } from '#tests/support/people.ts';
import type { Cast } from './actors.ts';
import type { Outcome } from './vocabulary.ts';

interface Try {
  client: SupabaseClient;
  cast: Cast;
  ownId: string;
}

/** Somebody of whom the other lines of the table know nothing. */
const somebody = ({ portal }: Cast) => insertPerson(portal, { email: freshEmail('somebody') });

async function layOutSession({ portal }: Cast, userId: string): Promise<void> {
  await portal.database.query('insert into auth.sessions (user_id) values ($1)', [userId]);
}

async function layOutInvitation({ portal }: Cast): Promise<string> {
  await portal.database.query('delete from nutmeg.invitations');
  const [row] = await portal.database.query<{ id: string }>(
    `insert into nutmeg.invitations (email, first_name, last_name, role, token_hash, invited_by, expires_at)
     values ('new@example.com', 'New', 'Person', 'admin', sha256(gen_random_uuid()::text::bytea), gen_random_uuid(),
       now() + interval '1 hour') returning id`,
  );
  return row?.id ?? '';
}

/** What super users do to accounts, and the log that they read. */
export const peopleOperations = {
  'deactivate somebody': async ({ client, cast }: Try) =>
    outcome(await client.rpc('set_account_active', { target_user_id: await somebody(cast), active: false })),
  'reactivate somebody': async ({ client, cast }: Try) => {
    const id = await somebody(cast);
    await cast.portal.database.query(
      `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      [id],
    );
    return outcome(await client.rpc('set_account_active', { target_user_id: id, active: true }));
  },
  'deactivate oneself': async ({ client, ownId }: Try) =>
    outcome(await client.rpc('set_account_active', { target_user_id: ownId, active: false })),
  'deactivate nobody': async ({ client }: Try) =>
    outcome(
      await client.rpc('set_account_active', {
        target_user_id: '00000000-0000-4000-8000-000000000000',
        active: false,
      }),
    ),
  "end somebody's sessions": async ({ client, cast }: Try) => {
    const id = await somebody(cast);
    await layOutSession(cast, id);
    return outcome(await client.rpc('end_sessions_of', { target_user_id: id }));
  },
  "see somebody's sessions": async ({ client, cast }: Try) => {
    const id = await somebody(cast);
    await layOutSession(cast, id);
    return outcome(await client.rpc('signed_in_people', { person: id }, { count: 'exact' }));
  },
  'find A among all people': async ({ client, cast }: Try) =>
    outcome(await client.rpc('find_people', { term: cast.emailOfA }, { count: 'exact' })),
  'list the invitations': async ({ client, cast }: Try) => {
    await layOutInvitation(cast);
    return outcome(await client.rpc('staff_invitations', {}, { count: 'exact' }));
  },
  'withdraw an invitation': async ({ client, cast }: Try) =>
    outcome(await client.rpc('withdraw_invitation', { invitation_id: await layOutInvitation(cast) })),
  'withdraw an email correction': async ({ client, cast }: Try) => {
    const id = await somebody(cast);
    await cast.portal.database.query(
      `insert into nutmeg.email_corrections (user_id, email, token_hash, asked_by, expires_at)
       values ($1, 'new@example.com', sha256(gen_random_uuid()::text::bytea), gen_random_uuid(),
         now() + interval '1 hour')`,
      [id],
    );
    return outcome(await client.rpc('withdraw_email_correction', { target_user_id: id }));
  },
  'read the log': async ({ client, cast }: Try) => {
    const id = await somebody(cast);
    await cast.portal.database.query('insert into public.audit_log (action, subject_id) values ($1, $2)', [
      'rls.test',
      id,
    ]);
    return outcome(await client.rpc('office_log', { person: id, actions: ['rls.test'] }, { count: 'exact' }));
  },
  'note an export of the log': async ({ client }: Try) =>
    outcome(await client.rpc('note_log_export', { filters: {} })),
};

function outcome({ error, status, count }: PostgrestSingleResponse<unknown>): Outcome {
  if (error) return `${error.code}/${status}`;
  return count === null ? 'ok' : `rows:${count}`;
}
