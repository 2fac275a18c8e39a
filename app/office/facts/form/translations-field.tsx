import { useLingui } from '@lingui/react/macro';
import { type Control, useController, useWatch } from 'react-hook-form';
import { TextField } from '#app/ui/fields/text-field.tsx';
import type { Business } from '#domain/business/business.ts';
import { textsToTranslate } from '#domain/business/translations.ts';
import type { DraftFacts, Fact } from '../model/facts.ts';
import { wordOf } from '../model/paths.ts';

/** Longer texts get more lines. */
const LINE = 60;

/** Each text of the facts, with a field for its translation. Translations of texts that are gone are left out. */
export function TranslationsField({ fact, control }: { fact: Fact; control: Control<DraftFacts> }) {
  const { t } = useLingui();
  const { field } = useController({ control, name: fact.path });
  const texts = textsToTranslate(useWatch({ control }) as unknown as Business);

  function translate(text: string, translation: string): void {
    const words = texts.flatMap((one): [string, string][] => {
      const own = one === text ? translation : (wordOf(field.value, one) ?? '');
      return own.trim() === '' ? [] : [[one, own]];
    });
    field.onChange(words.length > 0 ? Object.fromEntries(words) : null);
  }

  return (
    <fieldset
      id={fact.path}
      tabIndex={-1}
      className="grid min-w-0 items-end gap-x-4 gap-y-5 sm:col-span-2 sm:grid-cols-2"
    >
      <legend className="sr-only">{t(fact.label)}</legend>
      {texts.map((text, at) => (
        <TextField
          key={text}
          id={`${fact.path}.${at}`}
          label={text}
          value={wordOf(field.value, text) ?? ''}
          onChange={(translation) => translate(text, translation)}
          autoComplete="off"
          {...(text.length > LINE && { rows: 3, className: 'sm:col-span-2' })}
        />
      ))}
    </fieldset>
  );
}
