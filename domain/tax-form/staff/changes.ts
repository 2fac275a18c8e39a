import { answerAt, type TaxFormAnswers } from '../answers.ts';
import { dependentKeys, fieldKeys } from '../fields.ts';

/** The paths of answers that differ between two versions. Dependents compare by place, as on the newer screen. */
export function changedAnswers(before: TaxFormAnswers, after: TaxFormAnswers): string[] {
  const people = Math.max(before.dependents.length, after.dependents.length);
  const paths = [
    ...fieldKeys,
    ...Array.from({ length: people }, (_, at) =>
      dependentKeys.map((key) => `dependents.${at}.${key}`),
    ).flat(),
  ];
  return paths.filter((path) => String(answerAt(before, path)) !== String(answerAt(after, path)));
}
