import { answerAt, type TaxFormAnswers } from '../answers.ts';
import { dependentKeys, fieldKeys } from '../fields.ts';

/**
 * The paths of the answers that differ between two versions of a form. Dependents are compared by their place, so that
 * the paths fit the newer form on the screen.
 */
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
