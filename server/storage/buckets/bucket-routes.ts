import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPostgresError } from '#server/database/database.ts';
import { readBody, requireCaller, type StorageDeps } from '../context.ts';
import { retryOnDeadlock } from '../database-errors.ts';
import { StorageError } from '../errors.ts';
import { type Query, queryAs } from '../objects/objects.ts';
import { bucketQuery, bucketSettings, isBucketName, newBucket } from './bucket-settings.ts';

const COLUMNS = 'id, name, owner, public, type, file_size_limit, allowed_mime_types, created_at, updated_at';
const EMPTIED_AT_ONCE = 5000;

interface Row {
  file_size_limit: string | null;
}

/** Buckets. The policies decide who may do what; by default only the service key may. */
export async function bucketRoutes(app: FastifyInstance, { database, callerOf }: StorageDeps): Promise<void> {
  const queryFor = async (request: FastifyRequest) =>
    queryAs(database, await requireCaller(callerOf, request));

  app.get('/bucket', async (request) => {
    const query = await queryFor(request);
    const { limit, offset, search, sortColumn, sortOrder } = readBody(bucketQuery, request.query);
    const { rows } = await query<Row>({
      text: `select ${COLUMNS} from storage.buckets where strpos(lower(name), lower($1)) > 0
        order by ${sortColumn} ${sortOrder}, id limit $2 offset $3`,
      values: [search, limit, offset],
    });
    return rows.map(toResponse);
  });

  app.get('/bucket/:id', async (request) =>
    toResponse(await visibleBucket(await queryFor(request), request)),
  );

  app.post('/bucket', async (request) => {
    const query = await queryFor(request);
    const { name, id = name, type, ...settings } = readBody(newBucket, request.body);
    if (!isBucketName(id) || !isBucketName(name)) throw new StorageError('InvalidBucketName');
    if (type != null && type !== 'STANDARD') throw new StorageError('FeatureNotEnabled');
    refuseVersions(settings.versioning_status);
    await query({
      text: `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
        values ($1, $2, $3, $4, $5)`,
      values: [
        id,
        name,
        settings.public ?? false,
        settings.file_size_limit ?? null,
        settings.allowed_mime_types ?? null,
      ],
    }).catch(onConflict('23505', 'BucketAlreadyExists'));
    return { name };
  });

  app.put('/bucket/:id', async (request) => {
    const query = await queryFor(request);
    const settings = readBody(bucketSettings, request.body);
    refuseVersions(settings.versioning_status);
    const { rowCount } = await query({
      // Omitted settings stay; null removes a limit.
      text: `update storage.buckets set public = coalesce($2, public),
          file_size_limit = case when $3 then $4 else file_size_limit end,
          allowed_mime_types = case when $5 then $6 else allowed_mime_types end,
          updated_at = now()
        where id = $1`,
      values: [
        idOf(request),
        settings.public ?? null,
        settings.file_size_limit !== undefined,
        settings.file_size_limit ?? null,
        settings.allowed_mime_types !== undefined,
        settings.allowed_mime_types ?? null,
      ],
    });
    if (rowCount === 0) throw new StorageError('NoSuchBucket');
    return { message: 'Successfully updated' };
  });

  app.post('/bucket/:id/empty', async (request) => {
    const query = await queryFor(request);
    await visibleBucket(query, request);
    let removed = EMPTIED_AT_ONCE;
    // In portions, so that no statement reaches its time limit.
    while (removed === EMPTIED_AT_ONCE) {
      const portion = {
        text: `delete from storage.objects where id in
          (select id from storage.objects where bucket_id = $1 limit ${EMPTIED_AT_ONCE})`,
        values: [idOf(request)],
      };
      removed = (await retryOnDeadlock(() => query(portion))).rowCount;
    }
    return { message: 'Successfully emptied' };
  });

  app.delete('/bucket/:id', async (request) => {
    const query = await queryFor(request);
    const { rowCount } = await query({
      text: 'delete from storage.buckets where id = $1',
      values: [idOf(request)],
    }).catch(onConflict('23503', 'ResourceNotEmpty'));
    if (rowCount === 0) throw new StorageError('NoSuchBucket');
    return { message: 'Successfully deleted' };
  });

  // Objects have no versions here, so none can expire.
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    app.route({
      method,
      url: '/bucket/:id/lifecycle',
      handler: async (request) => {
        await visibleBucket(await queryFor(request), request);
        throw new StorageError('FeatureNotEnabled');
      },
    });
  }

  // There is no cache in front of the files, so nothing is stale; only the service key may purge it, as in the hosted service.
  for (const url of ['/cdn/:bucket', '/cdn/:bucket/*']) {
    app.delete(url, async (request) => {
      const { role } = await requireCaller(callerOf, request);
      if (role !== 'service_role') throw new StorageError('AccessDenied');
      return { message: 'success' };
    });
  }
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

async function visibleBucket(query: Query, request: FastifyRequest): Promise<Row> {
  const { rows } = await query<Row>({
    text: `select ${COLUMNS} from storage.buckets where id = $1`,
    values: [idOf(request)],
  });
  if (!rows[0]) throw new StorageError('NoSuchBucket');
  return rows[0];
}

/** The driver returns a bigint as text. */
function toResponse({ file_size_limit: limit, ...row }: Row) {
  return { ...row, file_size_limit: limit === null ? null : Number(limit) };
}

function refuseVersions(status: string | null | undefined): void {
  if (status != null && status !== 'DISABLED') throw new StorageError('FeatureNotEnabled');
}

function onConflict(state: string, code: 'BucketAlreadyExists' | 'ResourceNotEmpty') {
  return (error: unknown): never => {
    throw isPostgresError(error) && error.code === state ? new StorageError(code) : error;
  };
}
