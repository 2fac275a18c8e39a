import { z } from 'zod';
import { officeDay } from '#domain/office-time/office-day.ts';
import { answerAt, readAnswers } from '#domain/tax-form/answers.ts';
import type { Database, Statement } from '#server/database/database.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { RestError } from '../errors.ts';
import type { Payload } from '../payload.ts';
import { isObject, parseJson } from '../payload.ts';
import type { RestRequest } from '../request.ts';
import type { Relation } from '../schema/schema-cache.ts';
import { createOpening, type Opening } from './opening.ts';
import type { SealedTable } from './sealed-table.ts';
import { createSeals } from './seals.ts';
import { taxFormDrafts, taxForms } from './tax-forms.ts';

/** What is registered about tables and functions beyond their policies: the one place for it (DESIGN, section 5). */
export interface Tables {
  /** The marks of one request. */
  opening(): Opening;
  /** A write as it may be done; undefined for a table without rules of its own. */
  prepare(relation: Relation, payload: Payload, request: RestRequest): PreparedWrite | undefined;
  conflictOf(relation: Relation): readonly string[] | undefined;
  /** What a function's answer becomes. */
  answerOf(routine: string, body: string | undefined): Promise<string | undefined>;
}

export interface PreparedWrite {
  payload: Payload;
  /** Goes before the write, in its transaction. */
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
  timeZone: string;
}

/** Every table with a sealed column. */
export function sealedTables(timeZone: string): { forms: SealedTable; drafts: SealedTable } {
  const today = () => officeDay(new Date(), timeZone);
  return { forms: taxForms(today), drafts: taxFormDrafts(today) };
}

export function createTables({ database, sealer, timeZone }: Options): Tables {
  const { forms, drafts } = sealedTables(timeZone);
  const registered: readonly SealedTable[] = [forms, drafts];
  const byName = new Map(registered.map((table) => [table.name, table]));
  const seals = createSeals(sealer, database);

  /** `reveal_tax_answer` has checked and recorded the access; its result says which answer to show. */
  const revealed = async (body: string): Promise<string> => {
    const { form_id, field } = revealedAnswer.parse(parseJson(body));
    const content = (await seals.open(forms, [form_id])).get(form_id);
    if (content === undefined) throw new Error('a tax form has no seal');
    return JSON.stringify(answerAt(readAnswers(content), field));
  };

  return {
    opening: () => createOpening(byName, seals),
    conflictOf: ({ name }) => byName.get(name)?.conflict,
    prepare(relation, payload, { caller }) {
      const table = byName.get(relation.name);
      if (!table) return undefined;
      const rows: unknown = parseJson(payload.json);
      const [row] = Array.isArray(rows) ? rows : [];
      if (payload.count !== 1 || !isObject(row)) {
        throw new RestError('PGRST127', { details: `Several rows of ${relation.name} at once` });
      }
      const chosen = Object.fromEntries(payload.columns.map((name) => [name, row[name]]));
      const prepared = table.prepare(chosen, caller);
      return {
        payload: {
          json: JSON.stringify([prepared.row]),
          count: 1,
          columns: Object.keys(prepared.row),
        },
        before: seals.naming(table, prepared),
      };
    },
    answerOf: async (routine, body) =>
      routine === 'reveal_tax_answer' && body !== undefined ? revealed(body) : body,
  };
}
