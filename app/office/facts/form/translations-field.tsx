import { useLingui } from '@lingui/react/macro';
import { type Control, useWatch } from 'react-hook-form';
import { FormField } from '#app/shared/forms/form-field.tsx';
import type { TranslationsField as Field } from '../model/fields.ts';
import type { FormValues } from '../model/form-values.ts';

/** Longer texts get more lines. */
const LINE = 60;

interface Props {
  field: Field;
  control: Control<FormValues>;
}

/** Each text of the facts, with a field for its translation. */
export function TranslationsField({ field, control }: Props) {
  const { t } = useLingui();
  const typed = useWatch({ control, name: field.path });
  const texts = Array.isArray(typed) ? (typed as { text: string }[]) : [];
  return (
    <fieldset
      id={field.path}
      tabIndex={-1}
      className="grid min-w-0 items-end gap-x-4 gap-y-5 sm:col-span-2 sm:grid-cols-2"
    >
      <legend className="sr-only">{t(field.label)}</legend>
      {texts.map(({ text }, at) => (
        <FormField
          key={text}
          control={control}
          name={`${field.path}.${at}.translation`}
          label={text}
          autoComplete="off"
          {...(text.length > LINE && { rows: 3, className: 'sm:col-span-2' })}
        />
      ))}
    </fieldset>
  );
}
