import { useEffect, useEffectEvent } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { isEditedEarly } from '#app/shared/browser/use-early-input.ts';
import { useHydrated } from '#app/shared/browser/use-hydrated.ts';

/**
 * Fills the empty fields of a form with what is known of the visitor, such as the email in the history entry. Not by
 * default values: the server's HTML is the same for everyone, and text that was typed into it counts most.
 */
export function usePrefill<Values extends FieldValues, Answers>(
  form: UseFormReturn<Values, unknown, Answers>,
  known: Partial<Values>,
): void {
  const isHydrated = useHydrated();
  const fill = useEffectEvent(() => fillEmptyFields(form, known));
  useEffect(() => {
    if (isHydrated) fill();
  }, [isHydrated]);
}

/** Leaves those alone that the visitor has emptied. */
export function fillEmptyFields<Values extends FieldValues, Answers>(
  { getValues, setValue }: UseFormReturn<Values, unknown, Answers>,
  known: Partial<Values>,
): void {
  for (const [name, answer] of Object.entries(known)) {
    const field = name as FieldPath<Values>;
    if (getValues(field) === '' && !isEditedEarly(field))
      setValue(field, answer as FieldPathValue<Values, typeof field>);
  }
}
