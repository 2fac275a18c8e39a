import { randomUUID } from 'node:crypto';
import type { Attempt, Fixtures, Run } from '../types.ts';
import { billingOperations } from './billing.ts';
import { calendarOperations } from './calendar.ts';
import { clientImportOperations } from './client-import.ts';
import { clientOperations } from './clients.ts';
import { consentOperations } from './consents.ts';
import { conversationOperations } from './conversation.ts';
import { deletionOperations } from './deletions.ts';
import { bulkOperations } from './desk/bulk.ts';
import { caseOperations } from './desk/cases.ts';
import { savedViewOperations } from './desk/saved-views.ts';
import { taskOperations } from './desk/tasks.ts';
import { walkInOperations } from './desk/walk-ins.ts';
import { recordOperations } from './files/document-record.ts';
import { resumableOperations } from './files/resumable.ts';
import { grantOperations } from './grants.ts';
import { mailOperations } from './mails.ts';
import { mergeOperations } from './merges.ts';
import { messageOperations } from './messages.ts';
import { answered, outcomeOf } from './outcome.ts';
import { peopleOperations } from './people.ts';
import { reminderOperations } from './reminders.ts';
import { signatureOperations } from './signatures.ts';
import { taxFormOperations } from './tax-forms.ts';
import { taxNumberOperations } from './tax-numbers.ts';
import { returnOperations } from './tax-returns.ts';
import { visitorOperations } from './visitors.ts';

const read: (table: string, column: string, values: (fixtures: Fixtures) => string[]) => Run =
  (table, column, values) =>
  async ({ client, fixtures }) =>
    outcomeOf(await client.from(table).select('*', { count: 'exact' }).in(column, values(fixtures)));

const setInProfileOfA = (column: string, value: (fixtures: Fixtures) => unknown): Run => {
  return async ({ client, fixtures }) =>
    outcomeOf(
      await client
        .from('user_profiles')
        .update({ [column]: value(fixtures) }, { count: 'exact' })
        .eq('user_id', fixtures.a),
    );
};

const pathOf = (id: string) => `${id}/fixed/one.txt`;

const update = (
  table: string,
  values: object,
  column: string,
  value: (fixtures: Fixtures) => string,
): Run => {
  return async ({ client, fixtures }) =>
    outcomeOf(await client.from(table).update(values, { count: 'exact' }).eq(column, value(fixtures)));
};

const remove = (table: string, column: string, value: (fixtures: Fixtures) => string): Run => {
  return async ({ client, fixtures }) =>
    outcomeOf(await client.from(table).delete({ count: 'exact' }).eq(column, value(fixtures)));
};

const readOfSchema = (schema: string, table: string): Run => {
  return async ({ client }) =>
    outcomeOf(await client.schema(schema).from(table).select('*', { count: 'exact' }));
};

const call = (name: string, args: (attempt: Attempt) => object = () => ({})): Run => {
  return async (attempt) => answered(await attempt.client.rpc(name, args(attempt)));
};

const mail = { to_email: 'x@example.com', subject: 's', body: 'b', email_type: 'appointment' };

export const restOperations = {
  "read A's profile": read('user_profiles', 'user_id', ({ a }) => [a]),
  "read A's and B's profiles": read('user_profiles', 'user_id', ({ a, b }) => [a, b]),
  "set A's id": setInProfileOfA('id', () => randomUUID()),
  "set A's user_id": setInProfileOfA('user_id', ({ unconfirmed }) => unconfirmed),
  "set A's email": setInProfileOfA('email', () => 'stolen@example.com'),
  "set A's first_name": setInProfileOfA('first_name', () => 'Changed'),
  "set A's last_name": setInProfileOfA('last_name', () => 'Changed'),
  "set A's phone": setInProfileOfA('phone', () => '2035550199'),
  "set A's language": setInProfileOfA('language', () => 'es'),
  "set A's language to one without texts": setInProfileOfA('language', () => 'tlh'),
  "set A's role": setInProfileOfA('role', () => 'super'),
  "set A's referred_by": setInProfileOfA('referred_by', () => 'A stranger'),
  "set A's confirmed": setInProfileOfA('confirmed', () => false),
  "set A's search": setInProfileOfA('search', () => 'nobody'),
  "set A's created_at": setInProfileOfA('created_at', () => '2020-01-01'),
  "set A's updated_at": setInProfileOfA('updated_at', () => '2020-01-01'),
  "set one's own role": async ({ client, ownId }) =>
    outcomeOf(
      await client.from('user_profiles').update({ role: 'super' }, { count: 'exact' }).eq('user_id', ownId),
    ),
  'add a profile as super': async ({ client, fixtures }) =>
    outcomeOf(
      await client
        .from('user_profiles')
        .insert({ user_id: fixtures.unconfirmed, email: 'x@example.com', role: 'super' }, { count: 'exact' }),
    ),
  "upsert A's profile as super": async ({ client, fixtures }) =>
    outcomeOf(
      await client
        .from('user_profiles')
        .upsert(
          { user_id: fixtures.a, email: 'x@example.com', role: 'super' },
          { onConflict: 'user_id', count: 'exact' },
        ),
    ),
  "delete A's profile": remove('user_profiles', 'user_id', ({ a }) => a),

  "read the entry of A's file": read('file_uploads', 'file_path', ({ a }) => [pathOf(a)]),
  "read the entries of A's and B's files": read('file_uploads', 'file_path', ({ a, b }) =>
    [a, b].map(pathOf),
  ),
  "list the rest of A's folder": async ({ client, fixtures }) => {
    const rest = { owner: fixtures.a, folder: 'fixed', after: 'one.txt' };
    return outcomeOf(await client.rpc('list_folder', rest, { count: 'exact' }));
  },
  'add an entry': async ({ client, fixtures }) =>
    outcomeOf(
      await client.from('file_uploads').insert(
        {
          id: randomUUID(),
          user_id: fixtures.a,
          file_name: 'x',
          file_path: `${fixtures.a}/x`,
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

  'read the mail queue': async ({ client }) =>
    outcomeOf(await client.from('email_queue').select('*', { count: 'exact' })),
  'add a mail': async ({ client }) =>
    outcomeOf(await client.from('email_queue').insert(mail, { count: 'exact' })),
  "change a mail's address": update('email_queue', { to_email: 'x@example.com' }, 'status', () => 'sent'),
  'delete a mail': remove('email_queue', 'status', () => 'sent'),

  // Only the row of the fixtures: other tests write to this table too.
  'read the audit log': read('audit_log', 'action', () => ['rls.test']),
  'add to the audit log': async ({ client }) =>
    outcomeOf(await client.from('audit_log').insert({ action: 'forged' }, { count: 'exact' })),
  'change the audit log': update('audit_log', { action: 'changed' }, 'action', () => 'rls.test'),
  'delete from the audit log': remove('audit_log', 'action', () => 'rls.test'),

  'read the office’s facts': read('office_settings', 'source', () => ['defaults']),
  'add to the office’s facts': async ({ client }) =>
    outcomeOf(
      await client
        .from('office_settings')
        .insert({ version: 2, source: 'page', facts: { name: 'Forged' } }, { count: 'exact' }),
    ),
  'change the office’s facts': update('office_settings', { source: 'page' }, 'source', () => 'defaults'),
  'delete the office’s facts': remove('office_settings', 'source', () => 'defaults'),

  'read users of schema auth': readOfSchema('auth', 'users'),
  'read sessions of schema auth': readOfSchema('auth', 'sessions'),
  'read refresh_tokens of schema auth': readOfSchema('auth', 'refresh_tokens'),
  'read one_time_tokens of schema auth': readOfSchema('auth', 'one_time_tokens'),
  'read signing_keys of schema auth': readOfSchema('auth', 'signing_keys'),
  'read objects of schema storage': readOfSchema('storage', 'objects'),
  'read blobs of schema storage': readOfSchema('storage', 'blobs'),
  'read office_pictures of schema nutmeg': readOfSchema('nutmeg', 'office_pictures'),
  'read office_picture_files of schema nutmeg': readOfSchema('nutmeg', 'office_picture_files'),
  'read migrations of schema nutmeg': readOfSchema('nutmeg', 'migrations'),
  'read findings of schema nutmeg': readOfSchema('nutmeg', 'findings'),
  'read recovery_sheets of schema nutmeg': readOfSchema('nutmeg', 'recovery_sheets'),
  'read imported_clients of schema nutmeg': readOfSchema('nutmeg', 'imported_clients'),
  'read client_imports of schema nutmeg': readOfSchema('nutmeg', 'client_imports'),
  'change users of schema auth': async ({ client, fixtures }) =>
    outcomeOf(
      await client
        .schema('auth')
        .from('users')
        .update({ email: 'x@example.com' }, { count: 'exact' })
        .eq('id', fixtures.a),
    ),
  'change objects of schema storage': async ({ client, fixtures }) =>
    outcomeOf(
      await client
        .schema('storage')
        .from('objects')
        .update({ name: 'x' }, { count: 'exact' })
        .eq('name', pathOf(fixtures.a)),
    ),
  'read users without its schema': read('users', 'id', ({ a }) => [a]),
  'read auth.users by its qualified name': read('auth.users', 'id', ({ a }) => [a]),
  'read signing_keys without its schema': read('signing_keys', 'kid', () => ['x']),

  'make B an admin': call('set_user_role', ({ fixtures }) => ({
    target_user_id: fixtures.b,
    new_role: 'admin',
  })),
  'make oneself super': call('set_user_role', ({ ownId }) => ({ target_user_id: ownId, new_role: 'super' })),
  // `runRow` restores the other one. As that one, the outcome says nothing: it is a client then.
  'demote the last super': async ({ client, fixtures }) => {
    const { super: last, 'super without second factor': other } = fixtures.idOf;
    await fixtures.portal.database.query(
      `update public.user_profiles set role = 'client' where user_id = $1`,
      [other],
    );
    return answered(await client.rpc('set_user_role', { target_user_id: last, new_role: 'client' }));
  },
  'give B a role that does not exist': call('set_user_role', ({ fixtures }) => ({
    target_user_id: fixtures.b,
    new_role: 'owner',
  })),
  'make B an admin with the internal function': call('change_role', ({ fixtures }) => ({
    target_user_id: fixtures.b,
    new_role: 'admin',
    actor: fixtures.idOf.super,
  })),
  'call is_staff': call('is_staff'),
  'call is_office': call('is_office'),
  'call is_super': call('is_super'),
  "get the owner of A's key": async ({ client, fixtures }) => {
    const answer = await client.rpc('document_owner', { key: pathOf(fixtures.a) });
    return answer.error ? outcomeOf(answer) : answer.data === fixtures.a ? 'ok' : 'false';
  },
  "list one's own sessions": async ({ client }) => {
    const answer = await client.rpc('my_sessions');
    return answer.error ? outcomeOf(answer) : `rows:${answer.data.length}`;
  },
  "end A's session": async ({ client, fixtures }) => {
    const [session] = await fixtures.portal.database.query<{ id: string }>(
      'insert into auth.sessions (user_id) values ($1) returning id',
      [fixtures.a],
    );
    const outcome = answered(await client.rpc('end_my_session', { session_id: session?.id }));
    await fixtures.portal.database.query('delete from auth.sessions where id = $1', [session?.id]);
    return outcome;
  },
  'call the trigger sync_user_profile': call('sync_user_profile'),
  'call the trigger sync_file_uploads': call('sync_file_uploads'),
  'call the trigger refuse_audit_change': call('refuse_audit_change'),
  'call require_session of schema auth': async ({ client }) =>
    answered(
      await client.schema('auth').rpc('require_session', { session_id: randomUUID(), user_id: randomUUID() }),
    ),
  ...visitorOperations,
  ...walkInOperations,
  ...taxNumberOperations,
  ...calendarOperations,
  ...mergeOperations,
  ...deletionOperations,
  ...messageOperations,
  ...reminderOperations,
  ...conversationOperations,
  ...taskOperations,
  ...billingOperations,
  ...bulkOperations,
  ...returnOperations,
  ...resumableOperations,
  ...signatureOperations,
  ...consentOperations,
  ...savedViewOperations,
  ...recordOperations,
  ...caseOperations,
  ...clientOperations,
  ...grantOperations,
  ...mailOperations,
  ...peopleOperations,
  ...clientImportOperations,
  ...taxFormOperations,
} satisfies Record<string, Run>;

export type RestOperation = keyof typeof restOperations;
