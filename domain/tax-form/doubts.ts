import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { TaxFormAnswers } from './answers.ts';
import { isVisible, listsDependents } from './conditions.ts';
import { dependentFieldOf, dependentKeys, type Field, type FieldKey, fieldKeys, fieldOf } from './fields.ts';
import { doubtAboutRoutingNumber } from './routing-number.ts';
import { doubtAboutSsn, type NumberHolder } from './taxpayer-number.ts';

/** A number that is probably mistyped. The form asks the client about it, but can be sent. */
export interface Doubt {
  path: string;
  /** The field's name: "Dependent 1: SSN/ITIN". */
  name: MessageDescriptor;
  /** A sentence. */
  reason: MessageDescriptor;
}

/** The questions whose numbers are checked. */
const names: Partial<Record<FieldKey, MessageDescriptor>> = {
  ssn: msg`SSN/ITIN`,
  spouseSSN: msg`Spouse SSN/ITIN`,
  routingNumber: msg`Routing number`,
};

/** All doubtful numbers in visible questions, in the order of the form. */
export function doubtsOf(answers: TaxFormAnswers): Doubt[] {
  return fieldKeys.flatMap((key) => {
    const answer = answers[key];
    const name = names[key];
    const reason =
      typeof answer === 'string' && isVisible(key, answers) ? doubt(fieldOf(key), answer) : undefined;
    return [
      ...(name === undefined || reason === undefined ? [] : [{ path: key, name, reason }]),
      ...(key === 'anyDependents' ? dependentDoubts(answers) : []),
    ];
  });
}

function dependentDoubts(answers: TaxFormAnswers): Doubt[] {
  if (!listsDependents(answers)) return [];
  return answers.dependents.flatMap((dependent, at) =>
    dependentKeys.flatMap((key) => {
      const reason = doubt(dependentFieldOf(key), dependent[key], 'dependent');
      if (reason === undefined) return [];
      const name = msg`Dependent ${{ number: at + 1 }}: SSN/ITIN`;
      return [{ path: `dependents.${at}.${key}`, name, reason }];
    }),
  );
}

/** Whether numbers of this kind are checked. */
export const isDoubtable = ({ kind }: Field): boolean => kind === 'ssn' || kind === 'routing';

function doubt(
  { kind }: Field,
  answer: string,
  holder: NumberHolder = 'taxpayer',
): MessageDescriptor | undefined {
  if (kind === 'ssn') return doubtAboutSsn(answer, holder);
  return kind === 'routing' ? doubtAboutRoutingNumber(answer) : undefined;
}
