import type { TaxFormAnswers } from './answers.ts';
import { isVisible, listsDependents } from './conditions.ts';
import { dependentFieldOf, dependentKeys, type Field, fieldKeys, fieldOf } from './fields.ts';
import { doubtAboutRoutingNumber } from './routing-number.ts';
import { doubtAboutSsn, type NumberHolder } from './taxpayer-number.ts';

/** A number that is probably mistyped. The form asks the client about it, but can be sent. */
export interface Doubt {
  path: string;
  /** The field's name: "Dependent 1: SSN/ITIN". */
  name: string;
  /** A sentence. */
  reason: string;
}

/** All doubtful numbers in visible questions, in the order of the form. */
export function doubtsOf(answers: TaxFormAnswers): Doubt[] {
  return fieldKeys.flatMap((key) => {
    const answer = answers[key];
    const own =
      typeof answer === 'string' && isVisible(key, answers) ? doubt(fieldOf(key), answer) : undefined;
    return [
      ...(own === undefined ? [] : [{ path: key, name: fieldOf(key).name, reason: own }]),
      ...(key === 'anyDependents' ? dependentDoubts(answers) : []),
    ];
  });
}

function dependentDoubts(answers: TaxFormAnswers): Doubt[] {
  if (!listsDependents(answers)) return [];
  return answers.dependents.flatMap((dependent, at) =>
    dependentKeys.flatMap((key) => {
      const field = dependentFieldOf(key);
      const reason = doubt(field, dependent[key], 'dependent');
      if (reason === undefined) return [];
      return [{ path: `dependents.${at}.${key}`, name: `Dependent ${at + 1}: ${field.name}`, reason }];
    }),
  );
}

/** Whether numbers of this kind are checked. */
export const isDoubtable = ({ kind }: Field): boolean => kind === 'ssn' || kind === 'routing';

function doubt({ kind }: Field, answer: string, holder: NumberHolder = 'taxpayer'): string | undefined {
  if (kind === 'ssn') return doubtAboutSsn(answer, holder);
  return kind === 'routing' ? doubtAboutRoutingNumber(answer) : undefined;
}
