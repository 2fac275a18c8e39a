import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { answerAt, type TaxFormAnswers } from './answers.ts';
import { isVisible, listsDependents } from './conditions.ts';
import { dependentKeys, type Field, type FieldKey, fieldAt, fieldKeys } from './fields.ts';
import { doubtAboutRoutingNumber } from './numbers/routing-number.ts';
import { doubtAboutSsn, type NumberHolder } from './numbers/taxpayer-number.ts';

/** An answer that is probably mistyped. The form asks the client about it, but can be sent. */
export interface Doubt {
  path: string;
  about: 'number' | 'day';
  /** The field's name: "Dependent 1: SSN/ITIN". */
  name: MessageDescriptor;
  /** A sentence. */
  reason: MessageDescriptor;
}

/** The questions whose answers are checked. */
const names: Partial<Record<FieldKey, MessageDescriptor>> = {
  dobDay: msg`Date of birth`,
  spouseDobDay: msg`Spouse’s date of birth`,
  ssn: msg`SSN/ITIN`,
  spouseSSN: msg`Spouse SSN/ITIN`,
  routingNumber: msg`Routing number`,
};

/** All doubtful answers to visible questions, in the order of the form. */
export function doubtsOf(answers: TaxFormAnswers): Doubt[] {
  return fieldKeys.flatMap((key) => [
    ...(isVisible(key, answers) ? doubtAt(key, names[key], answers, 'taxpayer') : []),
    ...(key === 'anyDependents' ? dependentDoubts(answers) : []),
  ]);
}

function dependentDoubts(answers: TaxFormAnswers): Doubt[] {
  if (!listsDependents(answers)) return [];
  return answers.dependents.flatMap((_, at) =>
    dependentKeys.flatMap((key) => {
      const number = at + 1;
      const name =
        key === 'dobDay'
          ? msg`Dependent ${{ number }}: date of birth`
          : msg`Dependent ${{ number }}: SSN/ITIN`;
      return doubtAt(`dependents.${at}.${key}`, name, answers, 'dependent');
    }),
  );
}

/** Whether numbers of this kind are checked. Dates are checked as a whole, at their day. */
export const isDoubtable = ({ kind }: Field): boolean => kind === 'ssn' || kind === 'routing';

function doubtAt(
  path: string,
  name: MessageDescriptor | undefined,
  answers: TaxFormAnswers,
  holder: NumberHolder,
): Doubt[] {
  const { kind } = fieldAt(path);
  const answer = String(answerAt(answers, path));
  const about = kind === 'day' ? 'day' : 'number';
  const reason =
    kind === 'day'
      ? doubtAboutDay(path, answers)
      : kind === 'ssn'
        ? doubtAboutSsn(answer, holder)
        : kind === 'routing' && doubtAboutRoutingNumber(answer);
  return name && reason ? [{ path, about, name, reason }] : [];
}

/** "April has 30 days." By specification, such a day is not refused. */
function doubtAboutDay(path: string, answers: TaxFormAnswers): MessageDescriptor | undefined {
  const part = (name: string) => Number(answerAt(answers, path.replace(/Day$/, name))) || 0;
  const [day, month, year] = [part('Day'), part('Month'), part('Year')];
  if (month !== 2) return day > 30 ? monthsOf30Days[month] : undefined;
  // Without a year, it may be a leap year.
  if (year === 0 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0))) {
    return day > 29 ? msg`February has at most 29 days. Please check.` : undefined;
  }
  return day > 28 ? msg`February ${{ year: String(year) }} has 28 days. Please check.` : undefined;
}

const monthsOf30Days: Partial<Record<number, MessageDescriptor>> = {
  4: msg`April has 30 days. Please check.`,
  6: msg`June has 30 days. Please check.`,
  9: msg`September has 30 days. Please check.`,
  11: msg`November has 30 days. Please check.`,
};
