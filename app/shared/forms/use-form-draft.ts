import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { StoredValue } from '../drafts/stored-value.ts';

interface FormDraftOptions<Answers extends { [Field in keyof Answers]: string }> {
  form: UseFormReturn<Answers>;
  element: RefObject<HTMLFormElement | null>;
  draft: StoredValue<Answers>;
  blank: Answers;
  /** Brings restored answers into the form that the fields show. */
  format: (answers: Answers) => Answers;
}

/**
 * Restores what was typed before a reload, and saves what is typed from then on. What a visitor typed into the
 * prerendered form before its script loaded counts most.
 */
export function useFormDraft<Answers extends { [Field in keyof Answers]: string }>({
  form,
  element,
  draft,
  blank,
  format,
}: FormDraftOptions<Answers>): void {
  const { subscribe } = form;
  const restore = useEffectEvent(() => {
    const early = earlyInput(element.current, Object.keys(blank));
    const known = { ...(draft.read() ?? blank), ...early };
    if (Object.keys(early).length > 0) draft.save(known);
    form.reset(format(known));
  });
  const save = useEffectEvent((answers: Answers) => draft.save(answers));

  // Before the next render, which would replace the text in the inputs.
  useLayoutEffect(() => restore(), []);

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => save(values as Answers) }),
    [subscribe],
  );
}

/** The text in the inputs of a prerendered form, by their names. Empty ones are left out. */
function earlyInput(form: HTMLFormElement | null, fields: readonly string[]): Record<string, string> {
  const entries = fields.flatMap((field) => {
    const input = form?.elements.namedItem(field);
    const isInput =
      input instanceof HTMLInputElement ||
      input instanceof HTMLTextAreaElement ||
      input instanceof HTMLSelectElement;
    return isInput && input.value !== '' ? [[field, input.value] as const] : [];
  });
  return Object.fromEntries(entries);
}
