import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Business } from '#domain/business/business.ts';
import { PICTURE_ID, PICTURE_TYPES, PICTURE_WIDTHS, type PictureType } from '#domain/business/portraits.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { PictureError } from './errors.ts';
import type { Crop, PictureFile, Reencode } from './reencode.ts';

/** Together at most a few dozen megabytes. */
const MAX_PICTURES = 300;
/** Files that are kept in memory: the portraits of a page in the types that browsers ask for. */
const MAX_KEPT = 48;

export function createPictures(database: Pick<Database, 'asOwner' | 'query'>, reencode: Reencode) {
  const kept = new Map<string, Buffer>();
  return {
    /** Makes a portrait and returns its id. Throws `PictureError` and `TooManyRequestsError`. */
    add: async (upload: Buffer, crop: Crop, personId: string): Promise<string> => {
      const files = await reencode(upload, crop);
      const id = idOf(files);
      await database.asOwner((tx) => insert(tx, id, files, personId));
      return id;
    },
    find: async (id: string, width: number, type: PictureType): Promise<Buffer | undefined> => {
      const name = `${id}-${width}.${type}`;
      const bytes = kept.get(name) ?? (await read(database, id, width, type));
      if (!bytes) return undefined;
      // The most recently used is last.
      kept.delete(name);
      kept.set(name, bytes);
      for (const oldest of kept.keys()) {
        if (kept.size <= MAX_KEPT) break;
        kept.delete(oldest);
      }
      return bytes;
    },
  };
}

/** The pictures of the team, in the database, so that all servers and every backup have them. */
export type Pictures = ReturnType<typeof createPictures>;

/** The same content has the same id, so an address never shows anything else. */
function idOf(files: readonly PictureFile[]): string {
  const hash = createHash('sha256');
  for (const { width, type, bytes } of files) hash.update(`${width} ${type} ${bytes.length} `).update(bytes);
  return hash.digest('hex');
}

async function insert(tx: Transaction, id: string, files: readonly PictureFile[], personId: string) {
  const { rows } = await tx.query<{ id: string }>(
    `insert into nutmeg.office_pictures as p (id, added_by)
     select $1, $2::uuid where (select count(*) from nutmeg.office_pictures o where o.id <> $1) < $3
     on conflict (id) do update set used_at = now() returning p.id`,
    [id, personId, MAX_PICTURES],
  );
  if (rows.length === 0) throw new PictureError('too_many_pictures');
  for (const { width, type, bytes } of files) {
    await tx.query(
      `insert into nutmeg.office_picture_files (picture_id, width, type, bytes) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [id, width, type, bytes],
    );
  }
}

async function read(
  database: Pick<Database, 'query'>,
  id: string,
  width: number,
  type: PictureType,
): Promise<Buffer | undefined> {
  const { rows } = await database.query<{ bytes: Buffer }>(
    'select bytes from nutmeg.office_picture_files where picture_id = $1 and width = $2 and type = $3',
    [id, width, type],
  );
  return rows[0]?.bytes;
}

/** Marks these facts' portraits as used now, so no sweep deletes them meanwhile. Returns the places of missing ones. */
export async function keepPortraits(
  tx: Pick<Transaction, 'query'>,
  { team }: Pick<Business, 'team'>,
): Promise<number[]> {
  const wanted = team.flatMap(({ portrait }, at) => (portrait ? [{ portrait, at }] : []));
  if (wanted.length === 0) return [];
  const { rows } = await tx.query<{ id: string }>(
    'update nutmeg.office_pictures set used_at = now() where id = any($1) returning id',
    [wanted.map(({ portrait }) => portrait)],
  );
  const found = new Set(rows.map(({ id }) => id));
  return wanted.filter(({ portrait }) => !found.has(portrait)).map(({ at }) => at);
}

/** Deletes pictures 30 days after they were last saved or uploaded, unless a version of the facts has them. */
export const PICTURE_SWEEPS: readonly string[] = [
  `delete from nutmeg.office_pictures p
   where p.used_at < now() - interval '30 days' and not exists (
     select from public.office_settings s
     where jsonb_path_exists(s.facts, '$.team[*].portrait ? (@ == $id)', jsonb_build_object('id', p.id))
   )`,
];

const FILE = new RegExp(
  `^(${PICTURE_ID.source.slice(1, -1)})-(${PICTURE_WIDTHS.join('|')})\\.(${PICTURE_TYPES.join('|')})$`,
);

/** `/pictures/<id>-<width>.<type>`. A name never has other content, so browsers keep it for good. */
export function registerPictures(app: FastifyInstance, pictures: Pick<Pictures, 'find'>): void {
  app.get<{ Params: { file: string } }>('/pictures/:file', async ({ params }, reply) => {
    const [, id, width, type] = FILE.exec(params.file) ?? [];
    const found = id === undefined ? undefined : await pictures.find(id, Number(width), type as PictureType);
    if (!found) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    return reply
      .type(`image/${type}`)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(found);
  });
}
