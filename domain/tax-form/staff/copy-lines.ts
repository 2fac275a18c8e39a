import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { digitsOf } from '#domain/text/digit-groups.ts';
import { answerAt, isObject, readAnswers, type TaxFormAnswers } from '../answers.ts';
import { states } from '../choices.ts';
import { doubtsOf } from '../doubts.ts';
import { fieldAt, type SectionId } from '../fields.ts';
import { type ReadItem, readOut } from '../read-out.ts';

/** One answer on its own line, for copying into a tax program. */
export interface CopyLine {
  /** Of the answer; of a date, that of its month. */
  path: string;
  /** All answers in the line. */
  paths: readonly string[];
  question: string;
  /** As shown; '' if not answered. Sensitive answers are masked. */
  answer: string;
  /** As copied; '' for a sensitive answer, which must be revealed first. */
  copied: string;
  sensitive: boolean;
}

export interface CopySection {
  section: SectionId;
  lines: CopyLine[];
  /** In the section "dependents": one list per dependent. */
  dependents: CopyLine[][];
}

/** A saved form as lines, without hidden questions. */
export function copyLines(saved: unknown, dependents: 'brief' | 'whole', t: Translate): CopySection[] {
  const answers = readAnswers(saved);
  const lines = (items: readonly ReadItem[]) =>
    items
      .filter(({ path }) => !/ob(Day|Year)$/.test(path))
      .map((item) => (item.path.endsWith(MONTH) ? dateLine(item, answers, t) : lineOf(item, answers)));
  return readOut(saved, { dependents }, t).map(({ section, items, dependents: people }) => ({
    section,
    lines: lines(items),
    dependents: people.map(lines),
  }));
}

/** A number as it is copied, without dashes: the masked fields of tax programs would cut it off with them. */
export const copiedNumber = (shown: string): string => digitsOf(shown);

const MONTH = 'obMonth';

/** Tax programs have one field for a date. */
function dateLine({ path }: ReadItem, answers: TaxFormAnswers, t: Translate): CopyLine {
  const start = path.slice(0, -MONTH.length);
  const paths = ['obMonth', 'obDay', 'obYear'].map((part) => start + part);
  const parts = paths.map((one) => String(answerAt(answers, one)));
  const [month = '', day = '', year = ''] = parts;
  const date = parts.includes('') ? '' : `${month.padStart(2, '0')}/${day.padStart(2, '0')}/${year}`;
  return {
    path,
    paths,
    question: start.startsWith('spouse') ? t(msg`Spouse’s date of birth`) : t(msg`Date of birth`),
    // A form of another system may lack a part.
    answer: date || parts.filter((part) => part !== '').join('/'),
    copied: date,
    sensitive: false,
  };
}

function lineOf(item: ReadItem, answers: TaxFormAnswers): CopyLine {
  const { path } = item;
  return { ...item, paths: [path], copied: copiedText(item, answerAt(answers, path)) };
}

function copiedText({ path, answer }: ReadItem, value: string | string[]): string {
  const field = fieldAt(path);
  if (field.sensitive) return '';
  if (field.kind === 'phone') return digitsOf(answer);
  // The two letters, which is what an address field takes.
  if (field.options === states && typeof value === 'string') return value;
  return answer;
}

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
