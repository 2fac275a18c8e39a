import { randomUUID } from 'node:crypto';
import type { Attempt, Fixtures, Outcome } from '../../types.ts';

/** One unfinished upload of A's and one of B's, new for each attempt. */
async function beginUploads({ portal, a, b }: Fixtures): Promise<void> {
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
  (attempt: (given: Attempt) => Promise<Outcome>) =>
  async (given: Attempt): Promise<Outcome> => {
    await beginUploads(given.fixtures);
    return attempt(given);
  };

const readTable = (schema: string, table: string) =>
  onUploads(async ({ client }) => {
    const { data, error, status } = await client.schema(schema).from(table).select();
    return error ? `${error.code}/${status}` : `rows:${data.length}`;
  });

export const resumableOperations = {
  "list A's unfinished uploads": onUploads(async ({ client, fixtures }) => {
    const { data, error, status } = await client.rpc('unfinished_uploads', { owner: fixtures.a });
    return error ? `${error.code}/${status}` : `rows:${data.length}`;
  }),
  "list B's unfinished uploads": onUploads(async ({ client, fixtures }) => {
    const { data, error, status } = await client.rpc('unfinished_uploads', { owner: fixtures.b });
    return error ? `${error.code}/${status}` : `rows:${data.length}`;
  }),
  'read uploads of schema storage': readTable('storage', 'uploads'),
  'read blob_pieces of schema storage': readTable('storage', 'blob_pieces'),
  'read uploads without its schema': readTable('public', 'uploads'),
};
