import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { PhoneFormField } from '#app/shared/forms/formatted-form-field.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { CheckboxGroup } from '#app/ui/fields/checkbox-group.tsx';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { inWords, type Translate } from '#domain/language/translate.ts';
import { PortraitField } from '../../pictures/portrait-field.tsx';
import type { ChoiceField, Field } from '../model/fields.ts';
import type { FormValues } from '../model/form-values.ts';
import { WordingField } from '../wording/wording-field.tsx';
import { RowList } from './row-list.tsx';
import { TranslationsField } from './translations-field.tsx';

interface Props<Kind extends Field = Field> {
  field: Kind;
  control: Control<FormValues>;
  /** The field's name in the form, if it is in a row of a list. */
  name?: string;
}

/** The control of a fact, by its kind. */
export function FactField({ field, control, name = field.path }: Props) {
  const { t } = useLingui();
  const label = t(field.label);
  const hint = field.hint && t(field.hint);
  const common = { control, name, label, hint, autoComplete: 'off' };
  const optional = 'optional' in field && field.optional === true;
  switch (field.kind) {
    case 'rows':
      return <RowList field={field} control={control} renderField={(part) => <FactField {...part} />} />;
    case 'phone':
      return <PhoneFormField {...common} />;
    case 'email':
      return <FormField {...common} type="email" inputMode="email" />;
    case 'url':
      return <FormField {...common} type="url" inputMode="url" optional={optional} />;
    case 'date':
    case 'time':
    case 'month':
      return <FormField {...common} type={field.kind} className="max-w-60" />;
    case 'money':
      return (
        <FormField {...common} prefix="$" inputMode="numeric" optional={optional} className="max-w-60" />
      );
    case 'count':
    case 'decimal':
    case 'gigabytes':
      return (
        <FormField
          {...common}
          label={withUnit(label, field.unit && t(field.unit))}
          inputMode={field.kind === 'count' ? 'numeric' : 'decimal'}
          optional={optional}
          className="max-w-60"
        />
      );
    case 'long':
    case 'lines':
      return <FormField {...common} rows={4} optional={optional} className="sm:col-span-2" />;
    case 'words':
    case 'numbers':
      return <FormField {...common} optional={optional} className="sm:col-span-2" />;
    case 'choice':
      return <ChoiceControl field={field} control={control} name={name} />;
    case 'choices':
      return <ChoicesControl field={field} control={control} name={name} />;
    case 'wording':
      return <WordingField field={field} control={control} />;
    case 'translations':
      return <TranslationsField field={field} control={control} />;
    case 'portrait':
      return <PortraitControl control={control} name={name} />;
    case 'switch':
    case 'removable':
      return <SwitchControl field={field} control={control} name={name} />;
    case 'range':
      return (
        <Together legend={label} hint={hint}>
          <FormField control={control} name={`${name}.from`} label={t`From`} inputMode="numeric" />
          <FormField
            control={control}
            name={`${name}.to`}
            label={t`To (${{ unit: t(field.unit) }})`}
            inputMode="numeric"
          />
        </Together>
      );
    case 'video':
      return (
        <>
          <FormField
            control={control}
            name={`${name}.link`}
            label={t`Link to the video`}
            hint={t`On YouTube or Vimeo.`}
            type="url"
            inputMode="url"
            optional
          />
          <FormField
            control={control}
            name={`${name}.title`}
            label={t`Title of the video`}
            hint={t`Needed if there is a link.`}
            optional
          />
        </>
      );
    default:
      return <FormField {...common} optional={optional} />;
  }
}

function withUnit(label: string, unit: string | undefined): ReactNode {
  if (!unit) return label;
  return (
    <>
      {label} <span className="font-normal text-muted">({unit})</span>
    </>
  );
}

/** Two numbers of one fact. */
function Together({
  legend,
  hint,
  children,
}: {
  legend: string;
  hint?: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      {hint && <p className="mb-1 text-sm text-muted">{hint}</p>}
      <div className="grid max-w-80 grid-cols-2 items-end gap-3">{children}</div>
    </fieldset>
  );
}

type NamedProps<Kind extends Field> = Props<Kind> & { name: string };

const inLanguage = (options: ChoiceField['options'], t: Translate) =>
  options.map(({ value, label }) => ({ value, label: inWords(label, t) }));

function ChoiceControl({ field, control, name }: NamedProps<ChoiceField>) {
  const { t } = useLingui();
  const { field: input, fieldState } = useController({ control, name });
  const value = String(input.value ?? '');
  const options = inLanguage(field.options, t);
  const isKnown = value === '' || field.options.some((option) => option.value === value);
  return (
    <NativeSelect
      id={name}
      label={t(field.label)}
      hint={field.hint && t(field.hint)}
      placeholder={field.none ? t(field.none) : t`Choose...`}
      // A stored value that is no choice stays one.
      options={isKnown ? options : [...options, { value, label: value }]}
      value={value}
      onChange={input.onChange}
      error={fieldState.error?.message}
    />
  );
}

function ChoicesControl({ field, control, name }: NamedProps<Extract<Field, { kind: 'choices' }>>) {
  const { t } = useLingui();
  const { field: input, fieldState } = useController({ control, name });
  return (
    <div className="sm:col-span-2">
      <CheckboxGroup
        id={name}
        label={t(field.label)}
        hint={field.hint && t(field.hint)}
        options={inLanguage(field.options, t)}
        value={Array.isArray(input.value) ? input.value : []}
        onChange={input.onChange}
        error={fieldState.error?.message}
      />
    </div>
  );
}

function PortraitControl({ control, name }: { control: Control<FormValues>; name: string }) {
  const { field: input, fieldState } = useController({ control, name });
  const person = useWatch({ control, name: name.replace(/portrait$/, 'name') });
  return (
    <PortraitField
      id={name}
      name={String(person ?? '')}
      value={String(input.value ?? '') || null}
      onChange={(id) => input.onChange(id ?? '')}
      error={fieldState.error?.message}
    />
  );
}

function SwitchControl({
  field,
  control,
  name,
}: NamedProps<Extract<Field, { kind: 'switch' | 'removable' }>>) {
  const { t } = useLingui();
  const { field: input } = useController({ control, name });
  const hint = field.hint && `${name}-hint`;
  return (
    <div className="sm:col-span-2">
      <Checkbox
        id={name}
        isSelected={input.value === true}
        onChange={input.onChange}
        {...(hint && { 'aria-describedby': hint })}
      >
        <span>{t(field.label)}</span>
      </Checkbox>
      {hint && (
        <p id={hint} className="text-sm text-muted">
          {field.hint && t(field.hint)}
        </p>
      )}
    </div>
  );
}
