import { randomUUID } from 'node:crypto';
import type { PostgrestSingleResponse, SupabaseClient } from '@supabase/supabase-js';
import type { Cast } from './actors.ts';
import { archiveOperations } from './archive-operations.ts';
import { calendarOperations } from './calendar-operations.ts';
import { caseOperations } from './case-operations.ts';
import { mailOperations } from './mail-operations.ts';
import { messageOperations } from './message-operations.ts';
import { peopleOperations } from './people-operations.ts';
import { recordOperations } from './record-operations.ts';
import { resumableOperations } from './resumable-operations.ts';
import { returnOperations } from './return-operations.ts';
import { taxFormOperations } from './tax-form-operations.ts';
import { visitorOperations } from './visitor-operations.ts';
import type { Outcome } from './vocabulary.ts';

/** One try of one actor. */
export interface Try {
  client: SupabaseClient;
  cast: Cast;
  /** Who tries, where it is somebody. */
  ownId: string;
}

type Attempt = (attempt: Try) => Promise<Outcome>;

const read: (table: string, column: string, values: (cast: Cast) => string[]) => Attempt =
  (table, column, values) =>
  async ({ client, cast }) =>
    counted(await client.from(table).select('*', { count: 'exact' }).in(column, values(cast)));

const setOfA = (column: string, value: (cast: Cast) => unknown): Attempt => {
  return async ({ client, cast }) =>
    counted(
      await client
        .from('user_profiles')
        .update({ [column]: value(cast) }, { count: 'exact' })
        .eq('user_id', cast.a),
    );
};

const pathOf = (id: string) => `${id}/fixed/one.txt`;

const update = (table: string, values: object, column: string, value: (cast: Cast) => string): Attempt => {
  return async ({ client, cast }) =>
    counted(await client.from(table).update(values, { count: 'exact' }).eq(column, value(cast)));
};

const remove = (table: string, column: string, value: (cast: Cast) => string): Attempt => {
  return async ({ client, cast }) =>
    counted(await client.from(table).delete({ count: 'exact' }).eq(column, value(cast)));
};

const elsewhere = (schema: string, table: string): Attempt => {
  return async ({ client }) =>
    counted(await client.schema(schema).from(table).select('*', { count: 'exact' }));
};

const call = (name: string, args: (attempt: Try) => object = () => ({})): Attempt => {
  return async (attempt) => answered(await attempt.client.rpc(name, args(attempt)));
};

const mail = { to_email: 'x@example.com', subject: 's', body: 'b', email_type: 'appointment' };

export const restOperations = {
  "read A's profile": read('user_profiles', 'user_id', ({ a }) => [a]),
  "read A's and B's profiles": read('user_profiles', 'user_id', ({ a, b }) => [a, b]),
  "set A's id": setOfA('id', () => randomUUID()),
  "set A's user_id": setOfA('user_id', ({ unconfirmed }) => unconfirmed),
  "set A's email": setOfA('email', () => 'stolen@example.com'),
  "set A's first_name": setOfA('first_name', () => 'Changed'),
  "set A's last_name": setOfA('last_name', () => 'Changed'),
  "set A's phone": setOfA('phone', () => '2035550199'),
  "set A's role": setOfA('role', () => 'super'),
  "set A's referred_by": setOfA('referred_by', () => 'A stranger'),
  "set A's confirmed": setOfA('confirmed', () => false),
  "set A's search": setOfA('search', () => 'nobody'),
  "set A's created_at": setOfA('created_at', () => '2020-01-01'),
  "set A's updated_at": setOfA('updated_at', () => '2020-01-01'),
  'set the own role': async ({ client, ownId }) =>
    counted(
      await client.from('user_profiles').update({ role: 'super' }, { count: 'exact' }).eq('user_id', ownId),
    ),
  'add a profile as super': async ({ client, cast }) =>
    counted(
      await client
        .from('user_profiles')
        .insert({ user_id: cast.unconfirmed, email: 'x@example.com', role: 'super' }, { count: 'exact' }),
    ),
  "upsert A's profile as super": async ({ client, cast }) =>
    counted(
      await client
        .from('user_profiles')
        .upsert(
          { user_id: cast.a, email: 'x@example.com', role: 'super' },
          { onConflict: 'user_id', count: 'exact' },
        ),
    ),
  "delete A's profile": remove('user_profiles', 'user_id', ({ a }) => a),

  "read the entry of A's file": read('file_uploads', 'file_path', ({ a }) => [pathOf(a)]),
  "read the entries of A's and B's files": read('file_uploads', 'file_path', ({ a, b }) =>
    [a, b].map(pathOf),
  ),
  'add an entry': async ({ client, cast }) =>
    counted(
      await client.from('file_uploads').insert(
        {
          id: randomUUID(),
          user_id: cast.a,
          file_name: 'x',
          file_path: `${cast.a}/x`,
          year: 2026,
        },
        { count: 'exact' },
      ),
    ),
  "raise the download count of A's entry": update(
    'file_uploads',
    { download_count: 9 },
    'file_path',
    ({ a }) => pathOf(a),
  ),
  "point A's entry at B's file": update('file_uploads', { file_path: 'x' }, 'file_path', ({ a }) =>
    pathOf(a),
  ),
  "delete A's entry": remove('file_uploads', 'file_path', ({ a }) => pathOf(a)),

  'read the queue': async ({ client }) =>
    counted(await client.from('email_queue').select('*', { count: 'exact' })),
  'add a mail': async ({ client }) =>
    counted(await client.from('email_queue').insert(mail, { count: 'exact' })),
  "change a mail's address": update('email_queue', { to_email: 'x@example.com' }, 'status', () => 'sent'),
  'delete a mail': remove('email_queue', 'status', () => 'sent'),

  // The one line that the stage has written, so that the count stays the same.
  'read the record': read('audit_log', 'action', () => ['rls.test']),
  'add to the record': async ({ client }) =>
    counted(await client.from('audit_log').insert({ action: 'forged' }, { count: 'exact' })),
  'change the record': update('audit_log', { action: 'changed' }, 'action', () => 'rls.test'),
  'delete from the record': remove('audit_log', 'action', () => 'rls.test'),

  'read users of schema auth': elsewhere('auth', 'users'),
  'read sessions of schema auth': elsewhere('auth', 'sessions'),
  'read refresh_tokens of schema auth': elsewhere('auth', 'refresh_tokens'),
  'read one_time_tokens of schema auth': elsewhere('auth', 'one_time_tokens'),
  'read signing_keys of schema auth': elsewhere('auth', 'signing_keys'),
  'read objects of schema storage': elsewhere('storage', 'objects'),
  'read blobs of schema storage': elsewhere('storage', 'blobs'),
  'read migrations of schema nutmeg': elsewhere('nutmeg', 'migrations'),
  'read findings of schema nutmeg': elsewhere('nutmeg', 'findings'),
  'read recovery_sheets of schema nutmeg': elsewhere('nutmeg', 'recovery_sheets'),
  'change users of schema auth': async ({ client, cast }) =>
    counted(
      await client
        .schema('auth')
        .from('users')
        .update({ email: 'x@example.com' }, { count: 'exact' })
        .eq('id', cast.a),
    ),
  'change objects of schema storage': async ({ client, cast }) =>
    counted(
      await client
        .schema('storage')
        .from('objects')
        .update({ name: 'x' }, { count: 'exact' })
        .eq('name', pathOf(cast.a)),
    ),
  'read users by its bare name': read('users', 'id', ({ a }) => [a]),
  'read auth.users by its whole name': read('auth.users', 'id', ({ a }) => [a]),
  'read signing_keys by its bare name': read('signing_keys', 'kid', () => ['x']),

  'make B an admin': call('set_user_role', ({ cast }) => ({ target_user_id: cast.b, new_role: 'admin' })),
  'make oneself super': call('set_user_role', ({ ownId }) => ({ target_user_id: ownId, new_role: 'super' })),
  'demote the last super': call('set_user_role', ({ cast }) => ({
    target_user_id: cast.idOf.super,
    new_role: 'client',
  })),
  'give B a role that does not exist': call('set_user_role', ({ cast }) => ({
    target_user_id: cast.b,
    new_role: 'owner',
  })),
  'make B an admin by the inner function': call('change_role', ({ cast }) => ({
    target_user_id: cast.b,
    new_role: 'admin',
    actor: cast.idOf.super,
  })),
  'ask whether one is staff': call('is_staff'),
  'ask whether one is super': call('is_super'),
  'ask whose a key is': async ({ client, cast }) => {
    const answer = await client.rpc('document_owner', { key: pathOf(cast.a) });
    return answer.error ? refused(answer) : answer.data === cast.a ? 'ok' : 'false';
  },
  'list the own sessions': async ({ client }) => {
    const answer = await client.rpc('my_sessions');
    return answer.error ? refused(answer) : `rows:${answer.data.length}`;
  },
  "end a session of A's": async ({ client, cast }) => {
    const [session] = await cast.portal.database.query<{ id: string }>(
      'insert into auth.sessions (user_id) values ($1) returning id',
      [cast.a],
    );
    const outcome = answered(await client.rpc('end_my_session', { session_id: session?.id }));
    await cast.portal.database.query('delete from auth.sessions where id = $1', [session?.id]);
    return outcome;
  },
  'call the trigger follow_auth_user': call('follow_auth_user'),
  'call the trigger follow_documents': call('follow_documents'),
  'call the trigger refuse_audit_change': call('refuse_audit_change'),
  'call require_session of schema auth': async ({ client }) =>
    answered(
      await client.schema('auth').rpc('require_session', { session_id: randomUUID(), user_id: randomUUID() }),
    ),
  ...visitorOperations,
  ...calendarOperations,
  ...messageOperations,
  ...archiveOperations,
  ...returnOperations,
  ...resumableOperations,
  ...recordOperations,
  ...caseOperations,
  ...mailOperations,
  ...peopleOperations,
  ...taxFormOperations,
} satisfies Record<string, Attempt>;

export type RestOperation = keyof typeof restOperations;

function counted(answer: PostgrestSingleResponse<unknown>): Outcome {
  return answer.error ? refused(answer) : `rows:${answer.count ?? -1}`;
}

function answered(answer: PostgrestSingleResponse<unknown>): Outcome {
  if (answer.error) return refused(answer);
  return typeof answer.data === 'boolean' ? `${answer.data}` : 'ok';
}

function refused({ error, status }: PostgrestSingleResponse<unknown>): Outcome {
  return `${error?.code ?? '?'}/${status}`;
}
