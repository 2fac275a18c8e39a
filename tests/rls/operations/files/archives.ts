import { randomBytes } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Attempt, Outcome } from '../../types.ts';
import { outcomeOf, type Response } from '../outcome.ts';

/** Each attempt gets a new archive of A's that was not downloaded yet. */
const onArchiveOfA =
  (attempt: (client: SupabaseClient, id: string) => PromiseLike<Response>) =>
  async ({ client, fixtures: { portal, a } }: Attempt): Promise<Outcome> => {
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
    return outcomeOf(await attempt(client, row?.id ?? ''));
  };

const values = { name: 'x', total_files: 1, total_bytes: 1 };

export const archiveOperations = {
  "read A's archive": onArchiveOfA((client, id) =>
    client.from('archives').select('*', { count: 'exact' }).eq('id', id),
  ),
  'add an archive': async (given: Attempt) =>
    onArchiveOfA((client) =>
      client
        .from('archives')
        .insert({ ...values, user_id: given.fixtures.a, owner_id: given.fixtures.a }, { count: 'exact' }),
    )(given),
  "extend A's archive": onArchiveOfA((client, id) =>
    client.from('archives').update({ expires_at: '2099-01-01' }, { count: 'exact' }).eq('id', id),
  ),
  "delete A's archive": onArchiveOfA((client, id) =>
    client.from('archives').delete({ count: 'exact' }).eq('id', id),
  ),
  "cancel A's archive": onArchiveOfA((client, id) => client.rpc('cancel_archive', { id })),
  'read archive_contents of schema nutmeg': onArchiveOfA((client) =>
    client.schema('nutmeg').from('archive_contents').select('*', { count: 'exact' }),
  ),
  'read archive_contents without its schema': onArchiveOfA((client) =>
    client.from('archive_contents').select('*', { count: 'exact' }),
  ),
};
