import type { OfficeDay } from '#domain/office-time/office-day.ts';
import { isObject, readAnswers, toSaved } from '#domain/tax-form/answers.ts';
import { maxDraftCharacters } from '#domain/tax-form/draft.ts';
import { savedForm } from '#domain/tax-form/normalize.ts';
import { maskedForm } from '#domain/tax-form/sensitive.ts';
import { type Problem, problemsOf } from '#domain/tax-form/validate.ts';
import type { Caller } from '#server/database/database.ts';
import { RestError } from '../errors.ts';
import type { Row, SealedTable } from './sealed-table.ts';

/** One form a person and year: what the page would refuse is refused here, and what is sensitive is sealed. */
export function taxForms(today: () => OfficeDay): SealedTable {
  return {
    name: 'tax_forms',
    column: 'form_data',
    boundTo: ['user_id', 'year'],
    openFor: { owner: 'user_id' },
    conflict: ['user_id', 'year'],
    prepare(sent, caller) {
      // The time of a submission is the server's to say (`nutmeg.stamp_tax_form`).
      const { submitted_at: _, ...rest } = sent;
      const row = { ...ofThisYear(rest, caller, today()) };
      const answers = readAnswers(row.form_data);
      const problems = problemsOf(answers, today());
      if (problems.length > 0) refuse(problems);
      const form = savedForm(answers);
      return { row: { ...row, form_data: maskedForm(form) }, content: form };
    },
  };
}

/**
 * A form of a former year, which the office received elsewhere. It is normalized, masked and sealed like any other. What
 * today's form would refuse in it is passed to `onProblems`, not refused: those answers are what the client gave then.
 */
export function formerTaxForms(
  day: OfficeDay,
  onProblems: (problems: readonly Problem[]) => void,
): SealedTable {
  return {
    ...taxForms(() => day),
    prepare(sent, caller) {
      const row = { ...ofThisYear(sent, caller, day) };
      if (!isObject(row.form_data)) refuse([{ path: 'form_data', message: 'A form must be an object' }]);
      const answers = readAnswers(row.form_data);
      const problems = problemsOf(answers, day);
      if (problems.length > 0) onProblems(problems);
      const form = savedForm(answers);
      if (JSON.stringify(form).length > maxDraftCharacters) {
        refuse([{ path: 'form_data', message: 'The form is too long to be kept' }]);
      }
      return { row: { ...row, form_data: maskedForm(form) }, content: form };
    },
  };
}

/** Begun and not sent: sealed as a whole, checked for nothing but its shape and size. */
export function taxFormDrafts(today: () => OfficeDay): SealedTable {
  return {
    name: 'tax_form_drafts',
    column: 'form_data',
    boundTo: ['user_id', 'year'],
    openFor: { owner: 'user_id' },
    conflict: ['user_id', 'year'],
    prepare(sent, caller) {
      const row = { ...ofThisYear(sent, caller, today()) };
      if (!isObject(row.form_data)) refuse([{ path: 'form_data', message: 'A draft must be an object' }]);
      const form = toSaved(readAnswers(row.form_data));
      if (JSON.stringify(form).length > maxDraftCharacters) {
        refuse([{ path: 'form_data', message: 'The draft is too long to be kept' }]);
      }
      return { row: { ...row, form_data: {} }, content: form };
    },
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The person and year that a seal is bound to, said in full, also where a change of the own form leaves them out. */
function ofThisYear(row: Row, { claims }: Caller, { year }: OfficeDay): Row {
  // As PostgreSQL writes an id, since the seal is bound to it.
  const user_id = String(row.user_id ?? claims.sub ?? '').toLowerCase();
  const whole = { ...row, user_id, year: row.year ?? year };
  if (!UUID.test(user_id)) refuse([{ path: 'user_id', message: 'Whose form it is must be said' }]);
  if (whole.year !== year) refuse([{ path: 'year', message: `Only the form for ${year} can be sent` }]);
  return whole;
}

function refuse(problems: readonly Problem[]): never {
  throw new RestError('NM422', { details: JSON.stringify(problems) });
}
