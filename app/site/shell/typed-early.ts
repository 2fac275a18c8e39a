/**
 * What stands in the boxes of a prerendered form, by their names: what was typed before its script had come. To be
 * read before anything is drawn again, since the next drawing writes over it.
 */
export function typedEarly<Field extends string>(
  form: HTMLFormElement | null,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  const entries = fields.flatMap((field) => {
    const box = form?.elements.namedItem(field);
    const isBox =
      box instanceof HTMLInputElement ||
      box instanceof HTMLTextAreaElement ||
      box instanceof HTMLSelectElement;
    return isBox && box.value !== '' ? [[field, box.value]] : [];
  });
  return Object.fromEntries(entries);
}
