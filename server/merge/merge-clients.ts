import { z } from 'zod';
import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import { shortList } from '#domain/text/short-list.ts';
import { type Database, retryOnDeadlock, type Transaction } from '#server/database/database.ts';
import { callFunction } from '#server/database/statement.ts';
import {
  brokenRule,
  forPerson,
  isNotAllowed,
  type PersonalDeps,
  refusal,
} from '#server/functions/answers.ts';
import type { Functions } from '#server/functions/service.ts';
import { asOwnerFor } from '#server/owner-work.ts';
import type { SealedTable } from '#server/rest/tables/sealed-table.ts';
import { createSeals } from '#server/rest/tables/seals.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import type { Binding } from '#server/storage/blobs/binding.ts';

interface Deps extends PersonalDeps {
  database: Pick<Database, 'asOwner' | 'runAs'>;
  sealer: Sealer;
  binding: Binding;
  tables: readonly SealedTable[];
}

const merge = z.object({
  source: z.guid(),
  target: z.guid(),
  /** Chosen by the page. A repeated request merges once. */
  requestId: z.guid(),
  /** Who will see the target, as the preview said. */
  people: shortList(z.guid(), { max: 100 }),
});
const undo = z.object({ mergeId: z.guid() });

/**
 * `client-merge` and `client-merge-undo`, for staff: merge one client into another, or take a merge back, each in one
 * transaction, and answer with the id of the merge. PostgreSQL decides what moves (migrations 0038_client_merges to
 * 0040_undo_merges); here documents get the proof, and forms the seal, of their other client. A refusal is 409 with a code of
 * domain/clients/merge.ts.
 */
export function clientMergeFunctions(deps: Deps): Functions {
  const endpoint = <Asked>(
    schema: z.ZodType<Asked>,
    act: (tx: Transaction, asked: Asked) => Promise<string>,
  ) =>
    forPerson(deps, {
      method: 'POST',
      schema,
      invalid: ['Bad request', 'bad_request'],
      answer: async (asked, { caller }) => {
        // As the database's owner, since no caller may move proofs and seals. The functions check the caller's claims.
        const work = (tx: Transaction) => act(tx, asked);
        return Response.json({
          mergeId: await retryOnDeadlock(() => asOwnerFor(deps.database, caller, work)),
        });
      },
      refuse: (error) => {
        if (isNotAllowed(error)) return refusal(403, 'Only staff can do this', 'staff_only');
        const broken = brokenRule(error);
        return broken && refusal(409, broken.message, broken.detail);
      },
    });
  return {
    'client-merge': endpoint(merge, async (tx, { source, target, requestId, people }) => {
      const { rows } = await tx.query<{ merge_id: string; is_done: boolean }>(
        'select merge_id, is_done from nutmeg.begin_client_merge($1, $2, $3, $4)',
        [source, target, requestId, people],
      );
      const [begun] = rows;
      if (begun === undefined) throw new Error('a merge did not begin');
      if (!begun.is_done) await moveAll(deps, tx, begun.merge_id, 'merge');
      return begun.merge_id;
    }),
    'client-merge-undo': endpoint(undo, async (tx, { mergeId }) => {
      const isDone = await callFunction<boolean>(tx, 'nutmeg.begin_client_undo', [mergeId]);
      if (!isDone) await moveAll(deps, tx, mergeId, 'undo');
      return mergeId;
    }),
  };
}

async function moveAll(deps: Deps, tx: Transaction, mergeId: string, way: 'merge' | 'undo'): Promise<void> {
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
async function moveDocuments({ binding }: Deps, tx: Transaction, documents: MovedDocument[]): Promise<void> {
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
  { sealer, tables }: Deps,
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
