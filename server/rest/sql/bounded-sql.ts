import { RestError } from '../errors.ts';
import { embedsOf, type ReadNode } from './plan-read.ts';
import type { ReadSql } from './read-sql.ts';

/**
 * The limits of one answer, embedded rows included. PostgreSQL stops there, so that neither it nor this process holds
 * more.
 */
export const LARGEST_ANSWER = { bytes: 8 * 1024 * 1024, rows: 50_000 };

const TOO_LARGE = `sum("bytes") over "so_far" > ${LARGEST_ANSWER.bytes} or sum("n") over "so_far" > ${LARGEST_ANSWER.rows}`;

/** Otherwise the planner would repeat the row's form in each place where it is used. */
const BARRIER = ' offset 0';

/** The same refusal as PostgreSQL's `rest.refuse_answer`, for values added to the answer here. */
export function answerTooLarge(): RestError {
  return new RestError('54000', {
    message: 'The answer is too large',
    hint: 'Ask for fewer rows (limit), fewer columns (select), or fewer embedded rows.',
  });
}

/** What each row of a select becomes: an expression over the row `"r"`. */
export interface RowForm {
  value: string;
  type: 'json' | 'text';
}

export const JSON_ROW: RowForm = { value: 'row_to_json("r".*)', type: 'json' };

/**
 * A select of rows in their form (`j`), each with the number of rows in it (`n`): itself and those embedded in it.
 * `from` begins with the word.
 */
export function formedRows(
  node: ReadNode,
  rows: ReadSql,
  from: string,
  where: string,
  form: RowForm,
): string {
  const { select } = rows;
  const embedded = embeddedRows(node);
  if (embedded === undefined) {
    return `select ${form.value} as "j", 1 as "n" from (select ${select} ${from}${rows.joins}${where}${rows.order}${rows.limit}) as "r"${BARRIER}`;
  }
  return `select ${form.value} as "j", (1 + ${embedded}) as "n" ${from}${rows.joins} cross join lateral (select ${select}) as "r"${where}${rows.order}${rows.limit || BARRIER}`;
}

/** How many rows are embedded in a row; undefined if there can only be single ones. */
export function embeddedRows(node: ReadNode): string | undefined {
  const counts = embedsOf(node).flatMap((embed) =>
    embed.relationship.toMany || embeddedRows(embed.node) !== undefined
      ? [`coalesce("${embed.join}"."n", 0)`]
      : [],
  );
  return counts.length === 0 ? undefined : counts.join(' + ');
}

/** The same rows, but with an error at the first one beyond the bound. */
export function boundedRows(rows: string, { type }: RowForm): string {
  // A text taken directly from a column may be compressed; JSON was just made.
  const bytes = type === 'json' ? 'pg_column_size("j")' : 'octet_length("j")';
  const refusal = type === 'json' ? 'rest.refuse_answer()' : 'rest.refuse_answer()::text';
  const sized = `select "j", "n", ${bytes} as "bytes" from (${rows}) as "formed"`;
  return `select case when ${TOO_LARGE} then ${refusal} else "j" end as "j", "n" from (${sized}) as "sized" window "so_far" as (rows unbounded preceding)`;
}
