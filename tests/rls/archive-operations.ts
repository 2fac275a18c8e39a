import { randomBytes } from 'node:crypto';
import type { PostgrestSingleResponse, SupabaseClient } from '@supabase/supabase-js';
import type { Cast } from './actors.ts';
import type { Outcome } from './vocabulary.ts';

interface Try {
  client: SupabaseClient;
  cast: Cast;
}

/** An archive of A's, that waits for its link to be opened; each try has one of its own. */
const onArchiveOfA =
  (attempt: (client: SupabaseClient, id: string) => PromiseLike<PostgrestSingleResponse<unknown>>) =>
  async ({ client, cast: { portal, a } }: Try): Promise<Outcome> => {
    await portal.database.query('delete from public.archives');
    const [row] = await portal.database.query<{ id: string }>(
      `insert into public.archives (user_id, owner_id, name, total_files, total_bytes)
       values ($1, $1, 'folder.zip', 1, 1) returning id`,
      [a],
    );
    await portal.database.query(
      `insert into nutmeg.archive_contents
         (archive_id, token_hash, claims, folder, object_ids, paths, folders, missing)
       values ($1, $2, '{}', '', '{}', '{}', '{}', '{}')`,
      [row?.id, randomBytes(32)],
    );
    const answer = await attempt(client, row?.id ?? '');
    if (answer.error) return `${answer.error.code}/${answer.status}`;
    return answer.count === null ? 'ok' : `rows:${answer.count}`;
  };

const values = { name: 'x', total_files: 1, total_bytes: 1 };

export const archiveOperations = {
  "follow an archive of A's": onArchiveOfA((client, id) =>
    client.from('archives').select('*', { count: 'exact' }).eq('id', id),
  ),
  'add an archive': async (given: Try) =>
    onArchiveOfA((client) =>
      client
        .from('archives')
        .insert({ ...values, user_id: given.cast.a, owner_id: given.cast.a }, { count: 'exact' }),
    )(given),
  "let an archive of A's last longer": onArchiveOfA((client, id) =>
    client.from('archives').update({ expires_at: '2099-01-01' }, { count: 'exact' }).eq('id', id),
  ),
  "delete an archive of A's": onArchiveOfA((client, id) =>
    client.from('archives').delete({ count: 'exact' }).eq('id', id),
  ),
  "cancel an archive of A's": onArchiveOfA((client, id) => client.rpc('cancel_archive', { id })),
  'read archive_contents of schema nutmeg': onArchiveOfA((client) =>
    client.schema('nutmeg').from('archive_contents').select('*', { count: 'exact' }),
  ),
  'read archive_contents by its bare name': onArchiveOfA((client) =>
    client.from('archive_contents').select('*', { count: 'exact' }),
  ),
};
