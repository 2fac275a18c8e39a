import type { OfficeDay } from '#domain/office-time/office-day.ts';
import { isObject, maxDependents, readAnswers, type SavedForm, toSaved } from '#domain/tax-form/answers.ts';
import { doubtsOf } from '#domain/tax-form/doubts.ts';
import { maxDraftCharacters } from '#domain/tax-form/draft.ts';
import { savedForm } from '#domain/tax-form/normalize.ts';
import { maskedForm } from '#domain/tax-form/sensitive.ts';
import {
  otherYear,
  type Problem,
  problemInWords,
  problemsOf,
  tooLong,
  tooManyDependents,
} from '#domain/tax-form/validate.ts';
import { isUuid } from '#domain/text/uuid.ts';
import type { Caller } from '#server/database/database.ts';
import { englishReader } from '#server/language/readers.ts';
import { RestError } from '../errors.ts';
import type { PreparedRow, Row, SealedTable } from './sealed-table.ts';

/** Submitted tax forms, one per user and year. Validated like the page; sensitive answers are sealed. */
export function taxForms(today: () => OfficeDay): SealedTable {
  return {
    name: 'tax_forms',
    column: 'form_data',
    boundTo: ['user_id', 'year'],
    openFor: { owner: 'user_id' },
    prepare(sent, caller) {
      // The server sets the time of submission (`nutmeg.stamp_tax_form`).
      const { submitted_at: _, ...rest } = sent;
      const row = ofThisYear(rest, caller, today());
      refuseLong(row.form_data);
      const answers = readAnswers(row.form_data);
      const problems = problemsOf(answers, today());
      if (problems.length > 0) refuse(problems);
      const form = savedForm(answers);
      return { row: { ...row, form_data: copyForStaff(form) }, content: form };
    },
  };
}

/**
 * An imported form of an earlier year. It is normalized and masked like any other. Validation problems are passed to
 * `onProblems` and not rejected: the answers are what the client gave then. Undefined if it is too long.
 */
export function formerTaxForm(
  { form_data, ...row }: { user_id: string; year: number; form_data: object },
  day: OfficeDay,
  onProblems: (problems: readonly Problem[]) => void,
): PreparedRow | undefined {
  const answers = readAnswers(form_data);
  const problems = problemsOf(answers, day);
  if (problems.length > 0) onProblems(problems);
  const form = savedForm(answers);
  if (JSON.stringify(form).length > maxDraftCharacters) return undefined;
  return { row: { ...row, form_data: copyForStaff(form) }, content: form };
}

/**
 * Drafts of tax forms. Sealed as a whole; only format and size are checked. Only those who may answer can read them, and
 * staff for a client without a login (0027_tax_forms_at_desk).
 */
export function taxFormDrafts(today: () => OfficeDay): SealedTable {
  return {
    name: 'tax_form_drafts',
    column: 'form_data',
    boundTo: ['user_id', 'year'],
    openFor: 'readers',
    prepare(sent, caller) {
      const row = ofThisYear(sent, caller, today());
      if (!isObject(row.form_data)) refuse([{ path: 'form_data', message: 'A draft must be an object' }]);
      refuseLong(row.form_data);
      return { row: { ...row, form_data: {} }, content: toSaved(readAnswers(row.form_data)) };
    },
  };
}

/** Masked, with the numbers that the form asked the client to check: behind the mask, staff couldn't see why. */
function copyForStaff(form: SavedForm): object {
  const doubtful = doubtsOf(readAnswers(form)).flatMap(({ path, about }) =>
    about === 'number' ? [path] : [],
  );
  return { ...maskedForm(form), ...(doubtful.length > 0 && { doubtful }) };
}

/** Each choice several times. */
const MOST_CHOICES = 100;

/** Refuses lists and texts that are too long, before anything looks at each element. */
function refuseLong(form: unknown): void {
  if (!isObject(form)) return;
  const { dependents, healthInsuranceTypes: choices } = form;
  if (Array.isArray(dependents) && dependents.length > maxDependents) {
    refuse([{ path: 'dependents', message: tooManyDependents }]);
  }
  const hasManyChoices = Array.isArray(choices) && choices.length > MOST_CHOICES;
  if (hasManyChoices || JSON.stringify(form).length > maxDraftCharacters) {
    refuse([{ path: 'form_data', message: tooLong }]);
  }
}

/** Adds the user and year that the seal is bound to, if they are missing. Throws for another year. */
function ofThisYear(row: Row, { claims }: Caller, { year }: OfficeDay): Row {
  // In PostgreSQL's spelling, since the seal is bound to it.
  const user_id = String(row.user_id ?? claims.sub ?? '').toLowerCase();
  const whole = { ...row, user_id, year: row.year ?? year };
  if (!isUuid(user_id)) refuse([{ path: 'user_id', message: 'Whose form it is must be said' }]);
  if (whole.year !== year) refuse([{ path: 'year', message: otherYear(year) }]);
  return whole;
}

function refuse(problems: readonly Problem[]): never {
  const details = problems.map((problem) => ({
    path: problem.path,
    message: problemInWords(problem, englishReader.t),
    // For pages in another language.
    ...(typeof problem.message === 'object' && { wording: problem.message }),
  }));
  throw new RestError('NM422', { details: JSON.stringify(details) });
}
