import { DOCUMENTS_BUCKET, isWithin } from '#domain/documents/folders.ts';
import type { Caller, Database, Transaction } from '#server/database/database.ts';
import { setLocal } from '#server/database/session-settings.ts';
import type { Binding } from '../blobs/binding.ts';
import { invalidRequest, StorageError } from '../errors.ts';
import { checkRename } from './content-check.ts';

interface Move {
  from: { bucketId: string; key: string; version?: string | undefined };
  to: { bucketId: string; key: string };
}

/**
 * Moves an object, or a folder with its content, in one statement. If the destination exists, nothing changes. Returns the
 * object's id; undefined for a folder.
 */
export async function move(
  database: Database,
  binding: Binding,
  caller: Caller,
  { from, to }: Move,
): Promise<string | undefined> {
  return database.asCaller(
    caller,
    async (tx) => {
      await waitForOtherMoves(tx, [from, to]);
      const file = await tx.query<MovedRow>(
        `update storage.objects set bucket_id = $3, name = $4, updated_at = now()
         where bucket_id = $1 and name = $2 and version = coalesce($5, version)
         returning ${MOVED}`,
        [from.bucketId, from.key, to.bucketId, to.key, from.version ?? null],
      );
      if (file.rows[0]) {
        checkRename({ isPerson: caller.claims.sub !== undefined, ...to }, from.key);
        await bindAgain(tx, binding, file.rows, { from, to });
        return file.rows[0].id;
      }
      // Visible but not moved: the caller may only read it.
      if (await sees(tx, from.bucketId, from.key, 'file')) {
        throw new StorageError(from.version === undefined ? 'AccessDenied' : 'NoSuchKey');
      }
      await moveFolder(tx, binding, { from, to });
      return undefined;
    },
    { longStatements: true },
  );
}

async function moveFolder(tx: Transaction, binding: Binding, { from, to }: Move): Promise<void> {
  if (!(await sees(tx, from.bucketId, from.key, 'folder'))) throw new StorageError('NoSuchKey');
  if (from.bucketId === to.bucketId && isWithin(to.key, from.key)) {
    if (to.key === from.key) return;
    throw invalidRequest('A folder cannot be moved into itself');
  }
  const taken =
    (await sees(tx, to.bucketId, to.key, 'file')) || (await sees(tx, to.bucketId, to.key, 'folder'));
  // Folders are never merged, even without equal names in them.
  if (taken) throw new StorageError('KeyAlreadyExists');
  const [, { rows, rowCount }] = await Promise.all([
    tx.run(setLocal('nutmeg.moving_folder', documentKeys({ from, to }))),
    tx.query<MovedRow>(
      `update storage.objects set bucket_id = $3, name = $4 || substr(name, length($2) + 1), updated_at = now()
       where bucket_id = $1 and name >= $2 || '/' and name < $2 || '0'
       returning ${isElsewhere({ from, to }) ? MOVED : 'id'}`,
      [from.bucketId, from.key, to.bucketId, to.key],
    ),
  ]);
  if (rowCount === 0) throw new StorageError('AccessDenied');
  await bindAgain(tx, binding, rows, { from, to });
}

const MOVED = 'id, name, version, blob_id, metadata';
interface MovedRow {
  id: string;
  name: string;
  version: string;
  blob_id: string;
  metadata: { size?: number };
}

/** Whether the client's folder or the bucket changes, to which objects are bound. */
function isElsewhere({ from, to }: Move): boolean {
  const root = (key: string) => key.split('/', 1)[0];
  return (
    from.bucketId !== to.bucketId || (from.bucketId === DOCUMENTS_BUCKET && root(from.key) !== root(to.key))
  );
}

/** An object that is not bound to its blob stays that way, and can't be read. */
async function bindAgain(tx: Transaction, binding: Binding, rows: MovedRow[], { from, to }: Move) {
  if (!isElsewhere({ from, to })) return;
  const bound = rows.flatMap(({ id, name, version, blob_id, metadata }) => {
    const before = { bucket_id: from.bucketId, name: from.key, version, blob_id };
    const moved = binding.moved(before, metadata.size ?? 0, { bucket_id: to.bucketId, name });
    return moved === undefined ? [] : [{ id, version: moved }];
  });
  await tx.query(
    `update storage.objects o set version = b.version
     from unnest($1::uuid[], $2::text[]) as b (id, version) where o.id = b.id`,
    [bound.map(({ id }) => id), bound.map(({ version }) => version)],
  );
}

/** With these, the access record gets one line for the folder, not one for each file (migration 0017_document_record). */
function documentKeys({ from, to }: Move) {
  const document = ({ bucketId, key }: Move['to']) => (bucketId === DOCUMENTS_BUCKET ? key : null);
  return { from: document(from), to: document(to) };
}

async function sees(
  tx: Transaction,
  bucketId: string,
  key: string,
  kind: 'file' | 'folder',
): Promise<boolean> {
  const condition = kind === 'file' ? 'name = $2' : `name >= $2 || '/' and name < $2 || '0'`;
  const { rows } = await tx.query(
    `select from storage.objects where bucket_id = $1 and ${condition} limit 1`,
    [bucketId, key],
  );
  return rows.length > 0;
}

/**
 * Allows one move at a time in the same first folder, which is one client's. Two concurrent moves could deadlock, or both
 * find the same new name free. The locks are taken in one order. `nutmeg.lock_documents` (migration 0017_document_record) takes them too.
 */
async function waitForOtherMoves(
  tx: Transaction,
  places: { bucketId: string; key: string }[],
): Promise<void> {
  const roots = places.map(({ bucketId, key }) => `${bucketId}/${key.split('/', 1)[0]}`);
  for (const root of [...new Set(roots)].sort()) {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`storage move ${root}`]);
  }
}
