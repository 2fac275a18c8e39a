import { officeDay } from '#domain/office-time/office-day.ts';
import { answerAt, readAnswers } from '#domain/tax-form/answers.ts';
import { changedAnswers } from '#domain/tax-form/staff/changes.ts';
import type { Caller, Database } from '#server/database/database.ts';
import type { Office } from '#server/office/office.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { RestError } from '../errors.ts';
import { type Payload, parseJson } from '../payload.ts';
import type { Relation } from '../schema/schema-cache.ts';
import type { SealReader } from '../sql/read-sql.ts';
import type { SealedTable } from './sealed-table.ts';
import { createSealReader, createSeals } from './seals.ts';
import { taxFormDrafts, taxForms } from './tax-forms.ts';
import { taxNumbers } from './tax-numbers.ts';

/** The result of a function that reveals: JSON as text. Only POST gets more than this text. */
const resultOf = <Result>(body: string) => parseJson(parseJson(body) as string) as Result;

interface Options {
  database: Pick<Database, 'query'>;
  sealer: Sealer;
  office: Pick<Office, 'current'>;
}

/** All tables with a sealed column. */
export function sealedTables(timeZone: () => string): Record<'forms' | 'drafts' | 'numbers', SealedTable> {
  const today = () => officeDay(new Date(), timeZone());
  return { forms: taxForms(today), drafts: taxFormDrafts(today), numbers: taxNumbers };
}

export function createTables({ database, sealer, office }: Options) {
  const registered = sealedTables(() => office.current().timeZone);
  const byName = new Map(Object.values(registered).map((table) => [table.name, table]));
  const seals = createSeals(sealer, database);

  const open = async (table: SealedTable, id: string): Promise<unknown> => {
    const content = (await seals.open(table, [id])).get(id);
    if (content === undefined) throw new Error(`a row of ${table.name} has no seal`);
    return content;
  };
  const { forms, numbers } = registered;
  const openForm = (id: string) => open(forms, id);

  // These functions have checked and recorded the access; their result says what to show.
  const revealers: Record<string, (body: string) => Promise<unknown>> = {
    async reveal_tax_answer(body) {
      const { form_id, field } = resultOf<{ form_id: string; field: string }>(body);
      return answerAt(readAnswers(await openForm(form_id)), field);
    },
    async last_form_print(body) {
      const print = resultOf<{ form_id: string } | null>(body);
      if (print === null) return null;
      const [before, now] = await Promise.all([
        seals.openPrint(forms, print.form_id),
        openForm(print.form_id),
      ]);
      return { ...print, changed: changedAnswers(readAnswers(before), readAnswers(now)) };
    },
    reveal_tax_form: (body) => openForm(resultOf<{ form_id: string }>(body).form_id),
    reveal_client_tax_number: (body) => open(numbers, resultOf<{ number_id: string }>(body).number_id),
  };

  return {
    /** For one request. */
    sealReader: (): SealReader => createSealReader(byName, seals),
    conflictOf: ({ name }: Relation): readonly string[] | undefined => byName.get(name)?.boundTo,
    /** Validates and seals a write; undefined for an ordinary table. Throws `RestError`. */
    prepare(relation: Relation, payload: Payload, caller: Caller) {
      const table = byName.get(relation.name);
      if (!table) return undefined;
      const [row, ...others] = payload.rows;
      if (row === undefined || others.length > 0) {
        throw new RestError('PGRST127', { details: `Several rows of ${relation.name} at once` });
      }
      const sent = Object.fromEntries(payload.columns.map((name) => [name, row[name]]));
      const prepared = table.prepare(sent, caller);
      return {
        payload: {
          json: JSON.stringify([prepared.row]),
          rows: [prepared.row],
          columns: Object.keys(prepared.row),
        },
        /** To be run before the write, in the same transaction. */
        before: seals.sealStatement(table, prepared),
      };
    },
    /** Replaces the result of a function that returns a sealed value. */
    async mapFunctionResult(routine: string, body: string | undefined): Promise<string | undefined> {
      const reveal = Object.hasOwn(revealers, routine) ? revealers[routine] : undefined;
      return reveal && body !== undefined ? JSON.stringify(await reveal(body)) : body;
    },
  };
}

/** Rules for tables with sealed columns, and for functions that return sealed values. */
export type Tables = ReturnType<typeof createTables>;
