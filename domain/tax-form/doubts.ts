import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { TaxFormAnswers } from './answers.ts';
import { isVisible, listsDependents } from './conditions.ts';
import { dependentFieldOf, dependentKeys, type Field, type FieldKey, fieldKeys, fieldOf } from './fields.ts';
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
  return fieldKeys.flatMap((key) => {
    const answer = answers[key];
    const name = names[key];
    const field = fieldOf(key);
    const reason =
      typeof answer === 'string' && isVisible(key, answers)
        ? doubt(field, answer, dateOf(answers, key))
        : undefined;
    return [
      ...(name === undefined || reason === undefined
        ? []
        : [{ path: key, about: about(field), name, reason }]),
      ...(key === 'anyDependents' ? dependentDoubts(answers) : []),
    ];
  });
}

function dependentDoubts(answers: TaxFormAnswers): Doubt[] {
  if (!listsDependents(answers)) return [];
  return answers.dependents.flatMap((dependent, at) =>
    dependentKeys.flatMap((key) => {
      const field = dependentFieldOf(key);
      const reason = doubt(field, dependent[key], dateOf(dependent, key), 'dependent');
      if (reason === undefined) return [];
      const number = at + 1;
      const name =
        about(field) === 'day'
          ? msg`Dependent ${{ number }}: date of birth`
          : msg`Dependent ${{ number }}: SSN/ITIN`;
      return [{ path: `dependents.${at}.${key}`, about: about(field), name, reason }];
    }),
  );
}

/** Whether numbers of this kind are checked. Dates are checked as a whole, at their day. */
export const isDoubtable = ({ kind }: Field): boolean => kind === 'ssn' || kind === 'routing';

const about = ({ kind }: Field): Doubt['about'] => (kind === 'day' ? 'day' : 'number');

interface BirthDate {
  month: number;
  year: number;
}

/** The month and the year beside a day; 0 if not answered. */
function dateOf(answers: object, key: string): BirthDate {
  const part = (name: string) =>
    Number((answers as Record<string, unknown>)[key.replace(/Day$/, name)] ?? 0) || 0;
  return { month: part('Month'), year: part('Year') };
}

/** "April has 30 days." By specification, such a day is not refused. */
function doubtAboutDay(day: number, { month, year }: BirthDate): MessageDescriptor | undefined {
  const months = shortMonths(year);
  const short = Object.hasOwn(months, month) ? months[month] : undefined;
  return short !== undefined && day > short.days ? short.says : undefined;
}

function shortMonths(year: number): Record<number, { days: number; says: MessageDescriptor }> {
  // Without a year, it may be a leap year.
  const isLeap = year === 0 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
  return {
    2: isLeap
      ? { days: 29, says: msg`February has at most 29 days. Please check.` }
      : { days: 28, says: msg`February ${{ year: String(year) }} has 28 days. Please check.` },
    4: { days: 30, says: msg`April has 30 days. Please check.` },
    6: { days: 30, says: msg`June has 30 days. Please check.` },
    9: { days: 30, says: msg`September has 30 days. Please check.` },
    11: { days: 30, says: msg`November has 30 days. Please check.` },
  };
}

function doubt(
  { kind }: Field,
  answer: string,
  date: BirthDate,
  holder: NumberHolder = 'taxpayer',
): MessageDescriptor | undefined {
  if (kind === 'day') return doubtAboutDay(Number(answer), date);
  if (kind === 'ssn') return doubtAboutSsn(answer, holder);
  return kind === 'routing' ? doubtAboutRoutingNumber(answer) : undefined;
}
