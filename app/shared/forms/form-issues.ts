import type { FieldErrors, FieldValues } from 'react-hook-form';
import type { FieldIssue } from '#app/ui/fields/error-summary.tsx';

/** The errors of a form for its error summary, in the order of the fields. */
export function formIssues<Values extends FieldValues>(
  errors: FieldErrors<Values>,
  order: readonly (keyof Values & string)[],
): FieldIssue[] {
  return order.flatMap((fieldId) => {
    const message = errors[fieldId]?.message;
    return typeof message === 'string' && message !== '' ? [{ fieldId, message }] : [];
  });
}
