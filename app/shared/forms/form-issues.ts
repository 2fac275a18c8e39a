import type { FieldErrors, FieldValues } from 'react-hook-form';
import type { FieldIssue } from '#app/ui/fields/error-summary.tsx';

/** What is wrong with a form, in the order of its fields: for the error summary. */
export function formIssues<Values extends FieldValues>(
  errors: FieldErrors<Values>,
  order: readonly (keyof Values & string)[],
): FieldIssue[] {
  return order.flatMap((fieldId) => {
    const message = errors[fieldId]?.message;
    return typeof message === 'string' && message !== '' ? [{ fieldId, message }] : [];
  });
}
