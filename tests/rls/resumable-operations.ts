import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Cast } from './actors.ts';
import type { Outcome } from './vocabulary.ts';

interface Try {
  client: SupabaseClient;
  cast: Cast;
}

/** An upload that A has begun in the own folder, and one of B's; each try has its own. */
async function beginUploads({ portal, a, b }: Cast): Promise<void> {
  await portal.database.query('delete from storage.uploads');
  for (const owner of [a, b]) {
    await portal.database.query(
      `with whole as (insert into storage.blobs (id) values ($1) returning id)
       insert into storage.uploads
         (id, role, owner, bucket_id, key, upsert, length, received, content_type, cache_control, tus_metadata)
       select id, 'authenticated', $2::uuid, 'user-documents', $2::text || '/begun.pdf', false, 9, 3, '', '', ''
       from whole`,
      [randomUUID(), owner],
    );
  }
}

const onUploads =
  (attempt: (given: Try) => Promise<Outcome>) =>
  async (given: Try): Promise<Outcome> => {
    await beginUploads(given.cast);
    return attempt(given);
  };

const below = (schema: string, table: string) =>
  onUploads(async ({ client }) => {
    const { data, error, status } = await client.schema(schema).from(table).select();
    return error ? `${error.code}/${status}` : `rows:${data.length}`;
  });

export const resumableOperations = {
  "list A's unfinished uploads": onUploads(async ({ client, cast }) => {
    const { data, error, status } = await client.rpc('unfinished_uploads', { owner: cast.a });
    return error ? `${error.code}/${status}` : `rows:${data.length}`;
  }),
  "list B's unfinished uploads": onUploads(async ({ client, cast }) => {
    const { data, error, status } = await client.rpc('unfinished_uploads', { owner: cast.b });
    return error ? `${error.code}/${status}` : `rows:${data.length}`;
  }),
  'read uploads of schema storage': below('storage', 'uploads'),
  'read blob_pieces of schema storage': below('storage', 'blob_pieces'),
  'read uploads by its bare name': below('public', 'uploads'),
};
