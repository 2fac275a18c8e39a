import { randomUUID } from 'node:crypto';
import type { Attempt, Outcome } from '../../types.ts';
import type { Response } from '../outcome.ts';

/** Each attempt gets a new file of A's. */
type FileAttempt = (attempt: Attempt & { id: string; path: string }) => PromiseLike<Response>;

const DOCUMENTS = 'user-documents';

const onFile =
  (deleted: boolean, attempt: FileAttempt) =>
  async (given: Attempt): Promise<Outcome> => {
    const { a, clients, portal } = given.fixtures;
    const office = clients.service.storage.from(DOCUMENTS);
    const path = `recorded/${randomUUID()}.txt`;
    const made = await office.upload(`${a}/${path}`, new Blob(['a document'], { type: 'text/plain' }));
    if (made.error) throw made.error;
    const { id } = made.data;
    await portal.database.query('update public.file_uploads set download_count = 2 where id = $1', [id]);
    if (deleted) await office.remove([`${a}/${path}`]);
    return outcome(await attempt({ ...given, id, path }));
  };

const EXACT = { count: 'exact' } as const;

/** The service's upload becomes A's own. */
const sentByClient = ({ portal, a }: Attempt['fixtures'], id: string) =>
  portal.database.query(
    'update public.file_uploads set by_client = true, uploaded_by = $2, seen_at = null where id = $1',
    [id, a],
  );

export const recordOperations = {
  "read the events of A's file": onFile(false, ({ client, fixtures, path }) =>
    client.from('document_events').select('*', EXACT).eq('owner_id', fixtures.a).eq('path', path),
  ),
  'read all events of A and B': async ({ client, fixtures }: Attempt) => {
    const { data, error, status } = await client.from('document_events').select('owner_id');
    if (error) return `${error.code}/${status}` as Outcome;
    const owners = new Set((data as { owner_id: string }[]).map(({ owner_id }) => owner_id));
    return `rows:${[fixtures.a, fixtures.b].filter((id) => owners.has(id)).length}` as Outcome;
  },
  "add an event to A's file": onFile(false, ({ client, fixtures, id, path }) =>
    client
      .from('document_events')
      .insert({ owner_id: fixtures.a, actor_role: 'client', action: 'opened', document_id: id, path }, EXACT),
  ),
  "change an event of A's file": onFile(false, ({ client, id }) =>
    client.from('document_events').update({ actor_name: 'Nobody' }, EXACT).eq('document_id', id),
  ),
  "delete an event of A's file": onFile(false, ({ client, id }) =>
    client.from('document_events').delete(EXACT).eq('document_id', id),
  ),

  "read A's deleted file in the trash": onFile(true, ({ client, id }) =>
    client.from('trashed_documents').select('*', EXACT).eq('id', id),
  ),
  "put a file into A's trash": onFile(true, ({ client, fixtures, id, path }) =>
    client.from('trashed_documents').insert(
      {
        id: randomUUID(),
        owner_id: fixtures.a,
        path,
        file_name: 'x',
        file_size: 1,
        file_type: 'text/plain',
        is_folder_mark: false,
        uploaded_at: '2026-01-01',
        download_count: 0,
        metadata: {},
        version: 'x',
        blob_id: id,
      },
      EXACT,
    ),
  ),
  "extend A's deleted file": onFile(true, ({ client, id }) =>
    client.from('trashed_documents').update({ expires_at: '2099-01-01' }, EXACT).eq('id', id),
  ),
  "delete A's file from the trash": onFile(true, ({ client, id }) =>
    client.from('trashed_documents').delete(EXACT).eq('id', id),
  ),
  "restore A's deleted file": onFile(true, ({ client, id }) =>
    client.rpc('restore_documents', { document_ids: [id] }).select('id'),
  ),
  "restore A's file that was not deleted": onFile(false, ({ client, id }) =>
    client.rpc('restore_documents', { document_ids: [id] }).select('id'),
  ),
  "mark A's file as new": onFile(false, ({ client, id }) =>
    client.rpc('mark_documents_as_new', { document_ids: [id] }),
  ),
  "mark A's file as used": onFile(false, ({ client, id }) =>
    client.rpc('mark_documents_used', { document_ids: [id], is_used: true }),
  ),
  "read the event of A's used file": onFile(false, async ({ client, fixtures, id, path }) => {
    await fixtures.portal.database.query(
      `insert into public.document_events (owner_id, actor_role, action, document_id, path)
       values ($1, 'admin', 'marked_used', $2, $3)`,
      [fixtures.a, id, path],
    );
    return client
      .from('document_events')
      .select('*', EXACT)
      .eq('document_id', id)
      .eq('action', 'marked_used');
  }),
  "read the mark of A's used file": onFile(false, async ({ client, fixtures, id }) => {
    await fixtures.portal.database.query(
      'insert into public.used_documents (id, user_id, used_by) values ($1, $2, $2)',
      [id, fixtures.a],
    );
    return client.from('used_documents').select('*', EXACT).eq('id', id);
  }),
  "mark A's file as used in the table": onFile(false, ({ client, fixtures, id }) =>
    client.from('used_documents').insert({ id, user_id: fixtures.a }, EXACT),
  ),
  "change the mark of A's file": onFile(false, ({ client, id }) =>
    client.from('used_documents').update({ used_by_name: 'Nobody' }, EXACT).eq('id', id),
  ),
  "delete the mark of A's file": onFile(false, ({ client, id }) =>
    client.from('used_documents').delete(EXACT).eq('id', id),
  ),
  "move A's file to a line of the checklist": onFile(false, async ({ client, id }) => {
    const answer = await client.rpc('file_document', {
      document_id: id,
      list_year: 2026,
      list_item: 'w-2',
    });
    return answer.error ? answer : { ...answer, count: 1 };
  }),
  "mark A's new file as seen": onFile(false, async ({ client, fixtures, id }) => {
    await sentByClient(fixtures, id);
    return client.rpc('mark_documents_seen', { document_ids: [id] });
  }),
  "read the event of A's seen file": onFile(false, async ({ client, fixtures, id, path }) => {
    await fixtures.portal.database.query(
      `insert into public.document_events (owner_id, actor_role, action, document_id, path)
       values ($1, 'admin', 'marked_seen', $2, $3)`,
      [fixtures.a, id, path],
    );
    return client
      .from('document_events')
      .select('*', EXACT)
      .eq('document_id', id)
      .eq('action', 'marked_seen');
  }),
  "take back A's file that was just sent": async ({ client, fixtures }: Attempt) => {
    const office = fixtures.clients.service.storage.from(DOCUMENTS);
    const sent = await office.upload(
      `${fixtures.a}/sent/${randomUUID()}.txt`,
      new Blob(['x'], { type: 'text/plain' }),
    );
    if (sent.error) throw sent.error;
    await sentByClient(fixtures, sent.data.id);
    const { error, status } = await client.rpc('take_back_document', { document_id: sent.data.id });
    return error ? (`${error.code}/${status}` as Outcome) : 'ok';
  },
  "undo a move of A's file to a line": onFile(false, async ({ client, fixtures, id }) => {
    const [act] = await fixtures.portal.database.query<{ id: string }>(
      `insert into nutmeg.document_edits (kind, owner_id, actor_id, results, before)
       values ('filing', $1, $1, jsonb_build_array(jsonb_build_object('id', $2::uuid)),
         '{"line": null, "year": 2026, "items": [], "lines": []}')
       returning id`,
      [fixtures.a, id],
    );
    return client.rpc('undo_document_edit', { edit_id: act?.id });
  }),
  'call record_document_access': onFile(false, ({ client, id }) =>
    client.rpc('record_document_access', { document_ids: [id], action: 'downloaded', actor: null }),
  ),
  'call record_document_access of schema nutmeg': onFile(false, ({ client, id }) =>
    client
      .schema('nutmeg')
      .rpc('record_document_access', { document_ids: [id], action: 'downloaded', actor: null }),
  ),
  'call the trigger refuse_event_change': async ({ client }: Attempt) =>
    outcome(await client.rpc('refuse_event_change')),
};

/** Rows as counted or as returned; a function may return their number. */
function outcome({ error, status, count, data }: Response): Outcome {
  if (error) return `${error.code}/${status}`;
  if (typeof data === 'number') return `rows:${data}`;
  return `rows:${count ?? (Array.isArray(data) ? data.length : -1)}`;
}
