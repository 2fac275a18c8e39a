import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isEditedEarly } from '#app/shared/browser/use-early-input.ts';
import { useHydrated } from '#app/shared/browser/use-hydrated.ts';
import type { StoredValue } from '../drafts/stored-value.ts';
import { fillEmptyFields } from './use-prefill.ts';

interface FormDraftOptions<Values extends FieldValues, Answers, Draft> {
  form: UseFormReturn<Values, unknown, Answers>;
  draft: StoredValue<Draft>;
  /** What fills the fields that the draft leaves empty. */
  known?: () => Partial<Values>;
}

/**
 * Restores what was typed before a reload, and saves what is typed from then on. What a visitor typed into the
 * form of the server's HTML before its script loaded counts most.
 */
export function useFormDraft<
  Draft extends { [Field in keyof Draft]: string },
  Values extends Draft & FieldValues,
  Answers,
>({ form, draft, known }: FormDraftOptions<Values, Answers, Draft>): void {
  const { getValues, subscribe } = form;
  const [blank] = useState(() => getValues());
  const isHydrated = useHydrated();
  const restore = useEffectEvent(() => {
    const isTyped = Object.entries(getValues()).some(
      ([field, answer]) => answer !== blank[field] || isEditedEarly(field),
    );
    fillEmptyFields(form, (draft.read() ?? {}) as Partial<Values>);
    fillEmptyFields(form, known?.() ?? {});
    if (isTyped) draft.save(getValues());
  });
  const save = useEffectEvent((answers: Values) => draft.save(answers));

  useEffect(() => {
    if (!isHydrated) return;
    restore();
    return subscribe({ formState: { values: true }, callback: ({ values }) => save(values as Values) });
  }, [isHydrated, subscribe]);
}
