import { z } from 'zod';
import { officeDay } from '#domain/office-time/office-day.ts';
import { answerAt, readAnswers } from '#domain/tax-form/answers.ts';
import type { Database, Statement } from '#server/database/database.ts';
import type { Office } from '#server/office/office.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { RestError } from '../errors.ts';
import type { Payload } from '../payload.ts';
import { isObject, parseJson } from '../payload.ts';
import type { RestRequest } from '../request.ts';
import type { Relation } from '../schema/schema-cache.ts';
import { createSealReader, type SealReader } from './seal-reader.ts';
import type { SealedTable } from './sealed-table.ts';
import { createSeals } from './seals.ts';
import { taxFormDrafts, taxForms } from './tax-forms.ts';

/** Rules for tables with sealed columns, and for functions that return sealed values. */
export interface Tables {
  /** For one request. */
  sealReader(): SealReader;
  /** Validates and seals a write; undefined for an ordinary table. Throws `RestError`. */
  prepare(relation: Relation, payload: Payload, request: RestRequest): PreparedWrite | undefined;
  conflictOf(relation: Relation): readonly string[] | undefined;
  /** Replaces the result of a function that returns a sealed value. */
  mapFunctionResult(routine: string, body: string | undefined): Promise<string | undefined>;
}

export interface PreparedWrite {
  payload: Payload;
  /** To be run before the write, in the same transaction. */
  before: Statement;
}

/** The result of `reveal_tax_answer`: JSON as text. */
const revealedAnswer = z
  .string()
  .transform(parseJson)
  .pipe(z.object({ form_id: z.string(), field: z.string() }));

interface Options {
  database: Pick<Database, 'query'>;
  sealer: Sealer;
  office: Pick<Office, 'current'>;
}

/** All tables with a sealed column. */
export function sealedTables(timeZone: () => string): { forms: SealedTable; drafts: SealedTable } {
  const today = () => officeDay(new Date(), timeZone());
  return { forms: taxForms(today), drafts: taxFormDrafts(today) };
}

export function createTables({ database, sealer, office }: Options): Tables {
  const { forms, drafts } = sealedTables(() => office.current().timeZone);
  const registered: readonly SealedTable[] = [forms, drafts];
  const byName = new Map(registered.map((table) => [table.name, table]));
  const seals = createSeals(sealer, database);

  /** `reveal_tax_answer` has checked and recorded the access; its result says which answer to show. */
  const revealAnswer = async (body: string): Promise<string> => {
    const { form_id, field } = revealedAnswer.parse(parseJson(body));
    const content = (await seals.open(forms, [form_id])).get(form_id);
    if (content === undefined) throw new Error('a tax form has no seal');
    return JSON.stringify(answerAt(readAnswers(content), field));
  };

  return {
    sealReader: () => createSealReader(byName, seals),
    conflictOf: ({ name }) => byName.get(name)?.conflict,
    prepare(relation, payload, { caller }) {
      const table = byName.get(relation.name);
      if (!table) return undefined;
      const rows: unknown = parseJson(payload.json);
      const [row] = Array.isArray(rows) ? rows : [];
      if (payload.count !== 1 || !isObject(row)) {
        throw new RestError('PGRST127', { details: `Several rows of ${relation.name} at once` });
      }
      const sent = Object.fromEntries(payload.columns.map((name) => [name, row[name]]));
      const prepared = table.prepare(sent, caller);
      return {
        payload: {
          json: JSON.stringify([prepared.row]),
          count: 1,
          columns: Object.keys(prepared.row),
        },
        before: seals.sealStatement(table, prepared),
      };
    },
    mapFunctionResult: async (routine, body) =>
      routine === 'reveal_tax_answer' && body !== undefined ? revealAnswer(body) : body,
  };
}
