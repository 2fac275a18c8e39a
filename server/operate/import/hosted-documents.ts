import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import { objectKey } from '#domain/documents/object-keys.ts';
import type { SourceRow } from '#server/database/copy/copy-rows.ts';
import type { Blob } from '#server/storage/blobs/blobs.ts';
import type { ImportDeps } from './deps.ts';
import type { Item } from './import-items.ts';
import type { HostedObject } from './object-files.ts';
import { flag, json, moment, text, uuid } from './values.ts';

export const NAME = 'documents';
const MD5 = /^"?([0-9a-f]{32})"?$/;

export interface DocumentItem extends Item {
  key: string;
  hosted: HostedObject;
  owner: string | null;
  size: number | undefined;
  md5: string | undefined;
  mimetype: string;
  cacheControl: string;
  lastModified: string | undefined;
  userMetadata: Record<string, unknown> | undefined;
  createdAt: string | null;
  updatedAt: string | null;
  /** Set when its bytes are stored. */
  blob?: Blob;
}

/** Lists the documents of the imported people. */
export async function* readObjects(
  deps: ImportDeps,
  people: ReadonlySet<string>,
): AsyncGenerator<DocumentItem> {
  const { source, report, fingerprint } = deps;
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
    yield itemOf(row, { id, key, bucket }, people, fingerprint);
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
  return key.includes('/') ? undefined : 'It lies in nobody’s folder.';
}

function itemOf(
  row: SourceRow,
  { id, key, bucket }: { id: string; key: string; bucket: string },
  people: ReadonlySet<string>,
  fingerprint: ImportDeps['fingerprint'],
): DocumentItem {
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
    fingerprint: fingerprint(NAME, [key, version, metadata.eTag, metadata.size]),
  };
}
