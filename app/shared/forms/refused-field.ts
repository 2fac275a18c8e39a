import { serverMessage } from '#app/shared/api/error-wording.ts';
import { columnOf } from '#contract/messages.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

export interface RefusedField<Field extends string> {
  field: Field;
  /** In the reader's language. */
  message: string;
}

/** PostgreSQL's message about a column's check: "appointments_name_check". */
const COLUMN_CHECK = /violates check constraint "[a-z_]*?_(\w+)_check"/;

/**
 * The field that the server refused, although the form took it; null if the error is about none of them.
 * @param fields the form's field of each column
 */
export function refusedField<Field extends string>(
  error: unknown,
  fields: Readonly<Record<string, Field>>,
  t: Translate,
): RefusedField<Field> | null {
  const { code, details, message } = error as { code?: unknown; details?: unknown; message?: unknown };
  if (code !== '23514' || typeof message !== 'string') return null;
  const column = typeof details === 'string' ? columnOf[details] : undefined;
  const named = column === undefined ? undefined : fields[column];
  if (named !== undefined) return { field: named, message: serverMessage(error, t) };
  const checked = Object.entries(fields).find(([column]) =>
    COLUMN_CHECK.exec(message)?.[0].includes(`_${column}_check`),
  );
  return checked ? { field: checked[1], message: t(msg`Please check this answer.`) } : null;
}
