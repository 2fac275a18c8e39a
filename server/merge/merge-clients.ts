import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import { type Caller, type Database, retryOnDeadlock, type Transaction } from '#server/database/database.ts';
import { callFunction } from '#server/database/statement.ts';
import { asOwnerFor } from '#server/owner-work.ts';
import type { SealedTable } from '#server/rest/tables/sealed-table.ts';
import { createSeals } from '#server/rest/tables/seals.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import type { Binding } from '#server/storage/blobs/binding.ts';

export interface Merge {
  source: string;
  target: string;
  /** Chosen by the page. A repeated request merges once. */
  requestId: string;
  /** Who will see the target, as the preview said. */
  people: readonly string[];
}

export interface MergeDeps {
  database: Pick<Database, 'asOwner'>;
  sealer: Sealer;
  binding: Binding;
  tables: readonly SealedTable[];
}

/**
 * Merges one client into another, or takes a merge back, each in one transaction. PostgreSQL decides what moves
 * (migrations 0038_client_merges to 0040_undo_merges); here documents get the proof, and forms the seal, of their other
 * client. Returns the id of the merge. Throws what PostgreSQL throws.
 */
export function createMerges(deps: MergeDeps) {
  return {
    merge: (caller: Caller, { source, target, requestId, people }: Merge): Promise<string> =>
      inOneTransaction(deps, caller, async (tx) => {
        const { rows } = await tx.query<{ merge_id: string; is_done: boolean }>(
          'select merge_id, is_done from nutmeg.begin_client_merge($1, $2, $3, $4)',
          [source, target, requestId, people],
        );
        const [begun] = rows;
        if (begun === undefined) throw new Error('a merge did not begin');
        if (!begun.is_done) await moveAll(deps, tx, begun.merge_id, 'merge');
        return begun.merge_id;
      }),
    undo: (caller: Caller, mergeId: string): Promise<string> =>
      inOneTransaction(deps, caller, async (tx) => {
        const isDone = await callFunction<boolean>(tx, 'nutmeg.begin_client_undo', [mergeId]);
        if (!isDone) await moveAll(deps, tx, mergeId, 'undo');
        return mergeId;
      }),
  };
}

/** As the database's owner, since no caller may move proofs and seals. The functions check the caller's claims. */
const inOneTransaction = <T>(
  { database }: MergeDeps,
  caller: Caller,
  work: (tx: Transaction) => Promise<T>,
) => retryOnDeadlock(() => asOwnerFor(database, caller, work));

async function moveAll(
  deps: MergeDeps,
  tx: Transaction,
  mergeId: string,
  way: 'merge' | 'undo',
): Promise<void> {
  const documents = await tx.query<MovedDocument>(`select * from nutmeg.documents_of_${way}($1)`, [mergeId]);
  await moveDocuments(deps, tx, documents.rows);
  const forms = await tx.query<MovedForm>(`select * from nutmeg.forms_of_${way}($1)`, [mergeId]);
  for (const form of forms.rows) await moveForm(deps, tx, form);
  await tx.query(`select nutmeg.finish_client_${way}($1)`, [mergeId]);
}

interface MovedDocument {
  id: string;
  name: string;
  new_name: string;
  version: string;
  blob_id: string;
  size: string;
}

/** As for a folder that moves (server/storage/objects/moving.ts), a document without a valid proof doesn't get one. */
async function moveDocuments(
  { binding }: MergeDeps,
  tx: Transaction,
  documents: MovedDocument[],
): Promise<void> {
  const versions = documents.map(({ name, new_name, version, blob_id, size }) => {
    const before = { bucket_id: DOCUMENTS_BUCKET, name, version, blob_id };
    return binding.moved(before, Number(size), { bucket_id: DOCUMENTS_BUCKET, name: new_name }) ?? version;
  });
  await tx.query('select nutmeg.move_documents($1, $2, $3)', [
    documents.map(({ id }) => id),
    documents.map(({ new_name }) => new_name),
    versions,
  ]);
}

interface MovedForm {
  table_name: string;
  id: string;
  year: number;
  new_owner_id: string;
}

async function moveForm(
  { sealer, tables }: MergeDeps,
  tx: Transaction,
  { table_name, id, year, new_owner_id }: MovedForm,
): Promise<void> {
  const table = tables.find(({ name }) => name === table_name);
  if (table === undefined) throw new Error(`no sealed table ${table_name}`);
  const seals = createSeals(sealer, tx);
  const content = (await seals.open(table, [id])).get(id);
  if (content === undefined) throw new Error(`a row of ${table_name} has no seal`);
  await tx.run(seals.sealStatement(table, { row: { user_id: new_owner_id, year }, content }));
  await tx.query(`update public.${table_name} set user_id = $2 where id = $1`, [id, new_owner_id]);
}
