import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { csvLine } from '#domain/text/csv-write.ts';
import type { LeftOut } from './client-row.ts';
import type { ImportPlan, Refusal } from './plan.ts';
import type { ListFault } from './read-list.ts';
import type { FilledField, RowOutcome } from './run-import.ts';

/** The words of an import. Rows are named by their numbers: reports have no names and no tax numbers. */

const REFUSALS: Readonly<Record<Refusal, MessageDescriptor>> = {
  no_name: msg`The row has no name.`,
  name_too_long: msg`The name is longer than 200 characters.`,
  email_of_another: msg`Someone with another name has this email. If both are clients, remove the email from this row.`,
  several_clients: msg`Several clients match this row. Merge them if they are the same, or add a phone or email to the row.`,
  not_accepted: msg`The row has a value that can’t be stored. Correct it in the list, or add the client by hand.`,
};

const LEFT_OUT: Readonly<Record<LeftOut, MessageDescriptor>> = {
  email: msg`The email is not an address and was left out.`,
  phone: msg`The phone doesn’t have ten digits and was left out.`,
  zip: msg`The ZIP code can’t be read and was left out.`,
  address: msg`A line of the address is too long and was left out.`,
  suffix: msg`The suffix of the name isn’t known and was left out.`,
  spouse: msg`The spouse’s name is too long and was left out.`,
};

export const faultWords: Readonly<Record<ListFault, MessageDescriptor>> = {
  too_large: msg`The file is larger than 20 MB. Split it, and import the parts one after another.`,
  too_many_rows: msg`The file has more than 50,000 rows. Split it, and import the parts one after another.`,
  too_many_columns: msg`The file has more than 200 columns. Export a list with names and addresses only.`,
  cell_too_long: msg`The file has a cell with more than 2,000 characters. Is it a CSV file? A quotation mark may be missing.`,
  no_rows: msg`The file has no rows below its headings.`,
};

const FIELDS: Readonly<Record<FilledField, MessageDescriptor>> = {
  email: msg`email`,
  phone: msg`phone`,
  address: msg`address`,
  contacts: msg`spouse or owner`,
  tax_id: msg`last four digits of the tax ID`,
};

const RESULTS: Readonly<Record<RowOutcome['result'] | 'repeated', MessageDescriptor>> = {
  new: msg({ message: 'New', context: 'client import' }),
  filled_in: msg`Filled in`,
  unchanged: msg`Unchanged`,
  refused: msg`Not imported`,
  repeated: msg`Same client as an earlier row`,
};

export interface ReportLine {
  row: number;
  result: RowOutcome['result'] | 'repeated';
  fields: readonly FilledField[];
  problems: readonly string[];
}

/** A line for each row that was read and, if the import was stopped, sent. In the order of the file. */
export function reportLines(plan: ImportPlan, outcomes: readonly RowOutcome[], t: Translate): ReportLine[] {
  const leftOut = (row: number) => (plan.leftOut.get(row) ?? []).map((what) => t(LEFT_OUT[what]));
  const line = (
    row: number,
    result: ReportLine['result'],
    problems: readonly string[],
    fields: readonly FilledField[] = [],
  ): ReportLine => ({ row, result, fields, problems });
  const lines = [
    ...plan.refused.map(({ row, problem }) => line(row, 'refused', [t(REFUSALS[problem])])),
    ...plan.repeated.map(({ row, of }) =>
      line(row, 'repeated', [t(msg`Same client as row ${{ of }}.`), ...leftOut(row)]),
    ),
    ...outcomes.map(({ row, result, fields, problem }) =>
      line(row, result, problem ? [t(REFUSALS[problem])] : leftOut(row), fields),
    ),
  ];
  return lines.sort((a, b) => a.row - b.row);
}

/** The lines that someone may want to correct. */
export function problemsIn(lines: readonly ReportLine[]): ReportLine[] {
  return lines.filter(
    ({ result, problems }) => result === 'refused' || (result !== 'repeated' && problems.length > 0),
  );
}

export function resultWords(result: ReportLine['result'], t: Translate): string {
  return t(RESULTS[result]);
}

export function fieldWords(fields: readonly FilledField[], t: Translate): string {
  return fields.map((field) => t(FIELDS[field])).join(', ');
}

/** The report as a CSV file: row, result, what was filled in, problems. */
export function reportFile(lines: readonly ReportLine[], t: Translate): string {
  const heading = [t(msg`Row`), t(msg`Result`), t(msg`Filled in`), t(msg`Problem`)];
  const body = lines.map(({ row, result, fields, problems }) => [
    String(row),
    resultWords(result, t),
    fieldWords(fields, t),
    problems.join(' '),
  ]);
  return `\uFEFF${[heading, ...body].map(csvLine).join('')}`;
}
