import { RestError } from '../errors.ts';
import { embedsOf, type ReadNode } from './plan-read.ts';

export interface SelectedColumn {
  value: string;
  /** Undefined for a star, which has many. */
  name: string | undefined;
}

/** The clauses of a select over a relation and its embedded relations. */
export interface ReadSql {
  columns: SelectedColumn[];
  select: string;
  joins: string;
  where: string;
  order: string;
  limit: string;
  /** Whether the joins filter rows, so that a count needs them too. */
  joinsFilter: boolean;
}

/** The limits of a response, including embedded rows. PostgreSQL checks them, so no process holds more. */
export const MAX_ANSWER = { bytes: 8 * 1024 * 1024, rows: 50_000 };

const TOO_LARGE = `sum("bytes") over "so_far" > ${MAX_ANSWER.bytes} or sum("n") over "so_far" > ${MAX_ANSWER.rows}`;

/** An optimization fence. Otherwise the planner would evaluate the row expression several times. */
const BARRIER = ' offset 0';

/** The same error as PostgreSQL's `rest.refuse_answer`, for values that are added in this process. */
export function answerTooLarge(): RestError {
  return new RestError('54000', {
    message: 'The answer is too large',
    details: 'answer_too_large',
    hint: 'Ask for fewer rows (limit), fewer columns (select), or fewer embedded rows.',
  });
}

/** The expression for each row, over the row `"r"`. */
export interface RowForm {
  value: string;
  type: 'json' | 'text';
}

export const JSON_ROW: RowForm = { value: 'row_to_json("r".*)', type: 'json' };

/**
 * A select of the row expression (`j`) and of the number of rows in it (`n`), including embedded rows. `from` starts with
 * the keyword.
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

/** An expression for the number of rows embedded in a row; undefined if there are no to-many relations. */
export function embeddedRows(node: ReadNode): string | undefined {
  const counts = embedsOf(node).flatMap((embed) =>
    embed.relationship.toMany || embeddedRows(embed.node) !== undefined
      ? [`coalesce("${embed.join}"."n", 0)`]
      : [],
  );
  return counts.length === 0 ? undefined : counts.join(' + ');
}

/** The same rows, with an error at the first one beyond the limits. */
export function boundedRows(rows: string, { type }: RowForm): string {
  // Text from a column may be compressed, so `pg_column_size` would be too small. JSON was just built.
  const bytes = type === 'json' ? 'pg_column_size("j")' : 'octet_length("j")';
  const refusal = type === 'json' ? 'rest.refuse_answer()' : 'rest.refuse_answer()::text';
  const sized = `select "j", "n", ${bytes} as "bytes" from (${rows}) as "formed"`;
  return `select case when ${TOO_LARGE} then ${refusal} else "j" end as "j", "n" from (${sized}) as "sized" window "so_far" as (rows unbounded preceding)`;
}
