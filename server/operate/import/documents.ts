import { createHash } from 'node:crypto';
import { isPlaceholder } from '#domain/documents/file-display.ts';
import { DOCUMENTS_BUCKET, lastStepOf } from '#domain/documents/folders.ts';
import { objectKey } from '#domain/documents/object-keys.ts';
import type { SourceRow } from '#server/database/copy/copy-rows.ts';
import type { Transaction } from '#server/database/database.ts';
import { measure } from '#server/measure.ts';
import { severalAtOnce } from '#server/several-at-once.ts';
import type { Blob } from '#server/storage/blobs/blobs.ts';
import { objectMetadata } from '#server/storage/objects/upload-metadata.ts';
import type { ImportDeps } from './deps.ts';
import type { ImportKind } from './import-items.ts';
import type { FoundFile } from './object-files.ts';
import { flag, json, moment, text, uuid } from './values.ts';

const NAME = 'documents';
const MD5 = /^"?([0-9a-f]{32})"?$/;

type DocumentItem = ReturnType<typeof itemOf> & {
  /** Set when its bytes are stored. */
  blob?: Blob;
};

/** Lists the documents of the imported people. */
async function* readObjects(deps: ImportDeps, people: ReadonlySet<string>): AsyncGenerator<DocumentItem> {
  const { source, report, fingerprints } = deps;
  const others = new Map<string, number>();
  for await (const row of source.rows('storage.objects')) {
    const bucket = text(row, 'bucket_id');
    if (bucket !== DOCUMENTS_BUCKET) {
      others.set(bucket, (others.get(bucket) ?? 0) + 1);
      continue;
    }
    const id = uuid(row, 'id');
    const key = objectKey(text(row, 'name'));
    const why = whyNot(row, key, people);
    if (id === undefined || key === undefined || why !== undefined) {
      report.skip(NAME, id ?? '?', why ?? 'Its id is no UUID.');
      continue;
    }
    yield itemOf(row, { id, key, bucket }, people, fingerprints);
  }
  for (const [bucket, rows] of others) {
    report.notBrought(`bucket ${bucket}`, rows, `only ${DOCUMENTS_BUCKET} has a place here`);
  }
}

function whyNot(row: SourceRow, key: string | undefined, people: ReadonlySet<string>): string | undefined {
  if (text(row, 'archived_at') !== '') return 'It is an earlier version of a document.';
  if (flag(row, 'is_delete_marker')) return 'It was deleted there.';
  if (key === undefined) return 'Its name can’t be used here.';
  if (!people.has(key.split('/', 1)[0] ?? ''))
    return 'It lies in the folder of somebody who was not brought.';
  return key.includes('/') ? undefined : 'It isn’t in anyone’s folder.';
}

function itemOf(
  row: SourceRow,
  { id, key, bucket }: { id: string; key: string; bucket: string },
  people: ReadonlySet<string>,
  fingerprints: ImportDeps['fingerprints'],
) {
  const metadata = json(row, 'metadata') ?? {};
  const said = (name: string) => (typeof metadata[name] === 'string' ? metadata[name] : undefined);
  const owner = uuid(row, 'owner_id') ?? uuid(row, 'owner');
  const version = text(row, 'version');
  return {
    id,
    key,
    hosted: { bucket, name: text(row, 'name'), version },
    owner: owner !== undefined && people.has(owner) ? owner : null,
    size: typeof metadata.size === 'number' ? metadata.size : undefined,
    md5: MD5.exec(said('eTag') ?? '')?.[1],
    mimetype: said('mimetype') ?? 'application/octet-stream',
    cacheControl: said('cacheControl') ?? 'max-age=3600',
    lastModified: said('lastModified'),
    userMetadata: json(row, 'user_metadata'),
    createdAt: moment(row, 'created_at'),
    updatedAt: moment(row, 'updated_at'),
    fingerprints: fingerprints(NAME, [key, version, metadata.eTag, metadata.size]),
  };
}

const BATCH = 100;
/** File stores sync each file, and S3 stores may be slow, so several documents are read at a time. */
const CONCURRENCY = 8;

/** Imports documents. Their bytes are streamed, hashed and encrypted. */
export function documents(deps: ImportDeps, people: ReadonlySet<string>): ImportKind<DocumentItem> {
  const { report, blobs, files, progress } = deps;
  let done = 0;
  const unused = new Map<string, string>();

  /** Returns the file of an object. Undefined, and reported, if it is missing or has another size. */
  async function locate(item: DocumentItem): Promise<FoundFile | undefined> {
    const file = await files.find(item.hosted);
    if (file === undefined) {
      report.leaveOut(NAME, item.id, 'Its bytes are not in the storage.');
    } else if (item.size !== undefined && item.size !== file.size) {
      report.leaveOut(
        NAME,
        item.id,
        `It has ${file.size} bytes in the storage, and should have ${item.size}.`,
      );
      return undefined;
    }
    return file;
  }

  async function fetch(item: DocumentItem): Promise<boolean> {
    if (isMark(item)) {
      item.blob = await blobs.receive(nothing());
      return true;
    }
    const file = await locate(item);
    if (file === undefined) return false;
    const md5 = createHash('md5');
    const blob = await blobs.receive(measure(md5).watch(await file.open()));
    report.read(blob.size);
    if (blob.size === file.size && (item.md5 === undefined || md5.digest('hex') === item.md5)) {
      item.blob = blob;
      return true;
    }
    await blobs.discard(blob.id);
    report.leaveOut(NAME, item.id, 'Its bytes are not the ones that were uploaded (size or MD5).');
    return false;
  }

  async function write(tx: Transaction, items: DocumentItem[]): Promise<void> {
    const { rows } = await tx.query<{ id: string; blob_id: string; sha256: Buffer | null }>(
      `select o.id, o.blob_id, b.sha256 from storage.objects o join storage.blobs b on b.id = o.blob_id
       where o.id = any ($1::uuid[])`,
      [items.map(({ id }) => id)],
    );
    const standing = new Map(rows.map((row) => [row.id, row]));
    unused.clear();
    const written = items.flatMap((item) => {
      const { blob } = item;
      if (blob === undefined) return [];
      const there = standing.get(item.id);
      // The same bytes under another name: keep the stored blob.
      const kept = there?.sha256?.equals(blob.sha256) ? there.blob_id : blob.id;
      if (kept !== blob.id) unused.set(item.id, blob.id);
      return [rowOf(item, { ...blob, id: kept })];
    });
    await trashReplaced(tx, items);
    await tx.query(
      `insert into storage.objects as o (id, bucket_id, name, owner, owner_id, created_at, updated_at, replaced_at,
         metadata, user_metadata, blob_id, version)
       select r.id, '${DOCUMENTS_BUCKET}', r.name, r.owner, r.owner::text, coalesce(r.created_at, now()),
         coalesce(r.updated_at, now()), nutmeg.replacement_time(r.metadata, coalesce(r.created_at, now())), r.metadata, r.user_metadata, r.blob_id, r.version
       from jsonb_to_recordset($1) as r (id uuid, name text, owner uuid, created_at timestamptz,
         updated_at timestamptz, metadata jsonb, user_metadata jsonb, blob_id uuid, version text)
       on conflict (id) do update set name = excluded.name, metadata = excluded.metadata,
         user_metadata = excluded.user_metadata, blob_id = excluded.blob_id, version = excluded.version,
         updated_at = excluded.updated_at`,
      [JSON.stringify(written)],
    );
    // As after an upgrade (migration 0016_document_access): old documents don't wait in the queue of new files.
    await tx.query(
      `update public.file_uploads set seen_at = now()
       where id = any ($1::uuid[]) and seen_at is null and uploaded_at < now() - interval '14 days'`,
      [written.map(({ id }) => id)],
    );
  }

  function rowOf(item: DocumentItem, blob: Blob): Record<string, unknown> {
    const { mimetype, cacheControl, lastModified, key } = item;
    return {
      id: item.id,
      name: key,
      owner: item.owner,
      created_at: item.createdAt,
      updated_at: item.updatedAt,
      metadata: {
        ...objectMetadata(blob, { mimetype, cacheControl }),
        ...(lastModified && { lastModified }),
      },
      user_metadata: item.userMetadata ?? null,
      blob_id: blob.id,
      version: blobs.binding.version({
        bucket_id: DOCUMENTS_BUCKET,
        name: key,
        blob_id: blob.id,
        size: blob.size,
      }),
    };
  }

  return {
    name: NAME,
    batch: BATCH,
    items: readObjects(deps, people),
    prepareDryRun: (items) =>
      filtered(items, async (item) => isMark(item) || (await locate(item)) !== undefined),
    async prepare(items) {
      try {
        return await filtered(items, fetch);
      } catch (error) {
        for (const { blob } of items) if (blob) await blobs.discard(blob.id);
        throw error;
      }
    },
    write,
    async afterWrite(items, written) {
      for (const { id, blob } of items) {
        const superfluous = written ? unused.get(id) : blob?.id;
        if (superfluous !== undefined) await blobs.discard(superfluous);
      }
      done += items.length;
      if (done % 1000 < items.length) progress(`${done} documents brought`);
    },
  };
}

/** Folder markers are empty here, whatever the app wrote into them. */
const isMark = ({ key }: DocumentItem): boolean => isPlaceholder(lastStepOf(key));

/** Filters items, several at a time. */
async function filtered<T>(items: readonly T[], passes: (item: T) => Promise<boolean>): Promise<T[]> {
  const passed = new Set<T>();
  await severalAtOnce(items, CONCURRENCY, async (item) => {
    if (await passes(item)) passed.add(item);
  });
  return items.filter((item) => passed.has(item));
}

/** Deleted there and uploaded again with the same name: moves the old object to the trash, as it would happen here. */
async function trashReplaced(tx: Transaction, items: DocumentItem[]): Promise<void> {
  await tx.query(
    `with gone as (
       delete from storage.objects o using nutmeg.imported i
       where o.bucket_id = '${DOCUMENTS_BUCKET}' and o.name = any ($1) and o.id <> all ($2::uuid[])
         and i.kind = '${NAME}' and i.id = o.id::text
       returning o.id
     )
     delete from nutmeg.imported i using gone g where i.kind = '${NAME}' and i.id = g.id::text`,
    [items.map(({ key }) => key), items.map(({ id }) => id)],
  );
}

async function* nothing(): AsyncGenerator<Buffer> {}
