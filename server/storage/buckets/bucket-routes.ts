import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { shortList } from '#domain/text/short-list.ts';
import { isPostgresError } from '#server/database/database.ts';
import { readBody, requireCaller, type StorageDeps } from '../context.ts';
import { invalidRequest, StorageError } from '../errors.ts';
import { isTypePattern } from '../objects/mime-types.ts';
import { type Query, queryAs } from '../objects/objects.ts';

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
      removed = (await query(portion)).rowCount;
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

/** Decimal, as the hosted service counts: "20mb" is 20,000,000 bytes. */
const UNITS: Record<string, number> = { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 };

/** Bytes, as a number or with a unit: "20MB". */
const sizeLimit = z.union([z.number(), z.string().max(40)]).transform((given) => {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?) *([kmgt]?b)?$/i.exec(String(given)) ?? [];
  // Rounded first: 1.001 * 1000 is a hair less than 1001.
  const bytes = Math.floor(
    Number((Number(amount) * (UNITS[unit.toLowerCase()] ?? Number.NaN)).toPrecision(15)),
  );
  if (amount === '' || !Number.isSafeInteger(bytes)) {
    throw invalidRequest('body/file_size_limit is not a size');
  }
  return bytes;
});

const typePatterns = shortList(z.string().max(200), { max: 100 }).transform((patterns) => {
  const wrong = patterns.find((pattern) => !isTypePattern(pattern));
  if (wrong === undefined) return patterns;
  throw new StorageError('InvalidMimeType', { message: `mime type ${wrong} is not supported` });
});

/** Omitted: unchanged, or the default in a new bucket. Null: no limit. */
const bucketSettings = z.object({
  public: z.boolean().optional(),
  file_size_limit: sizeLimit.nullish(),
  allowed_mime_types: typePatterns.nullish(),
  versioning_status: z.string().nullish(),
});

const newBucket = bucketSettings.extend({
  id: z.string().optional(),
  name: z.string(),
  type: z.string().nullish(),
});

/** 1 to 100 characters that are valid in every store and URL. */
function isBucketName(name: string): boolean {
  return /^[\w!.*'() &$@=;:+,?-]{1,100}$/.test(name) && name.trim() === name;
}

const bucketQuery = z.object({
  limit: z.coerce.number().int().min(1).max(10_000).default(10_000),
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  search: z
    .string()
    .refine((text) => !text.includes('\0') && text.isWellFormed())
    .default(''),
});
