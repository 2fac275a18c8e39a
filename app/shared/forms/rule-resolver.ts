import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

/** Checks a form by a rule of `domain`, which returns the messages by field, and none if all answers are right. */
export function ruleResolver<Values extends FieldValues>(
  check: (values: Values) => Partial<Record<keyof Values & string, string>>,
): Resolver<Values> {
  return (values) => {
    const messages = Object.entries(check(values)).filter(([, message]) => message !== undefined);
    if (messages.length === 0) return { values, errors: {} };
    const errors = messages.map(([field, message]) => [field, { type: 'rule', message }]);
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Values> };
  };
}
