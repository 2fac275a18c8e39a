import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { isObject, readAnswers } from '#domain/tax-form/answers.ts';
import { doubtsOf } from '#domain/tax-form/doubts.ts';
import type { CopyLine } from '#domain/tax-form/staff/copy-lines.ts';

/** Why an answer of the form is probably wrong. The server says which of the masked numbers are. */
export function doubtsIn(form: unknown, t: Translate): (line: Pick<CopyLine, 'paths'>) => string | null {
  const days = doubtsOf(readAnswers(form));
  const numbers: unknown = isObject(form) ? form.doubtful : undefined;
  return ({ paths }) => {
    const day = days.find(({ path }) => paths.includes(path));
    if (day) return t(day.reason);
    const isDoubtful = Array.isArray(numbers) && paths.some((path) => numbers.includes(path));
    return isDoubtful ? t(msg`The form asked the client to check this number.`) : null;
  };
}
