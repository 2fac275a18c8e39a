import { useLingui } from '@lingui/react/macro';
import { type ComponentType, useState } from 'react';
import { type Control, useController, useFormState } from 'react-hook-form';
import { PhoneField } from '#app/shared/forms/formatted-form-field.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { CheckboxGroup } from '#app/ui/fields/checkbox-group.tsx';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { TextField, type TextFieldProps } from '#app/ui/fields/text-field.tsx';
import { isSame } from '#domain/business/changed-facts.ts';
import type { Control as ControlKind } from '#domain/business/fact-kinds.ts';
import { inWords } from '#domain/language/translate.ts';
import type { DraftFacts, Fact } from '../model/facts.ts';
import { valueAt } from '../model/paths.ts';
import { factIn, textOf, textsOfVideo, videoIn } from '../model/typed.ts';
import { WordingField } from '../wording/wording-field.tsx';
import { PortraitField } from './portrait-field.tsx';
import { RowList } from './row-list.tsx';
import { TranslationsField } from './translations-field.tsx';

interface Props {
  fact: Fact;
  control: Control<DraftFacts>;
  /** The fact's name in the form, if it is in an entry of a list. */
  name?: string;
  /** The published fact. */
  stored?: unknown;
}

/** A control whose value in the form is the fact. */
export function FactField(props: Props) {
  const { fact, control, name = fact.path } = props;
  if (fact.rows) {
    const renderField = (part: Props) => <FactField {...part} />;
    return <RowList fact={fact} entry={fact.rows} control={control} renderField={renderField} />;
  }
  const Field = fields[fact.control] ?? TextControl;
  return <Field {...props} name={name} />;
}

type NamedProps = Props & { name: string };

const fields: { readonly [Kind in ControlKind]?: ComponentType<NamedProps> } = {
  wording: WordingField,
  translations: TranslationsField,
  choice: ChoiceControl,
  choices: ChoicesControl,
  switch: SwitchControl,
  removable: SwitchControl,
  range: RangeControl,
  video: VideoControl,
  portrait: PortraitField,
};

/** What was typed, as long as it means the fact, which may also be changed elsewhere, as by Undo. */
function useTyped<Typed>(fact: unknown, shown: Typed, meaning: (typed: Typed) => unknown) {
  const [typed, setTyped] = useState(shown);
  return [isSame(meaning(typed), fact) ? typed : shown, setTyped] as const;
}

type Input = Pick<TextFieldProps, 'type' | 'inputMode' | 'prefix' | 'rows' | 'className'>;
const short = 'max-w-60';
const wide = 'sm:col-span-2';
const inputs: { readonly [Kind in ControlKind]?: Input } = {
  email: { type: 'email', inputMode: 'email' },
  url: { type: 'url', inputMode: 'url' },
  date: { type: 'date', className: short },
  month: { type: 'month', className: short },
  time: { type: 'time', className: short },
  money: { prefix: '$', inputMode: 'numeric', className: short },
  count: { inputMode: 'numeric', className: short },
  decimal: { inputMode: 'decimal', className: short },
  gigabytes: { inputMode: 'decimal', className: short },
  long: { rows: 4, className: wide },
  lines: { rows: 4, className: wide },
  words: { className: wide },
  numbers: { className: wide },
};

function TextControl({ fact, control, name, stored, label }: NamedProps & { label?: string }) {
  const { t } = useLingui();
  const { field, fieldState } = useController({ control, name });
  const { value } = field;
  const meaning = (text: string) => factIn(text, fact, stored);
  const [text, setText] = useTyped(value, textOf(fact.control, value), meaning);
  const common = {
    id: name,
    name,
    label: label ?? <WithUnit {...fact} />,
    hint: fact.hint && t(fact.hint),
    error: fieldState.error?.message,
    autoComplete: 'off',
    optional: fact.isOptional,
    value: text,
    onChange: (typed: string) => {
      setText(typed);
      field.onChange(meaning(typed));
    },
    onBlur: field.onBlur,
    inputRef: field.ref,
  };
  if (fact.control === 'phone') return <PhoneField {...common} />;
  return <TextField {...common} {...inputs[fact.control]} />;
}

function WithUnit({ label, unit }: Pick<Fact, 'label' | 'unit'>) {
  const { t } = useLingui();
  if (!unit) return t(label);
  return (
    <>
      {t(label)} <span className="font-normal text-muted">({t(unit)})</span>
    </>
  );
}

function RangeControl({ fact, control, name }: NamedProps) {
  const { t } = useLingui();
  const { label, hint, unit, path } = fact;
  const number: Fact = { path, label, control: 'count', isOptional: false };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{t(label)}</legend>
      {hint && <p className="mb-1 text-sm text-muted">{t(hint)}</p>}
      <div className="grid max-w-80 grid-cols-2 items-end gap-3">
        <TextControl fact={number} control={control} name={`${name}.from`} label={t`From`} />
        <TextControl
          fact={number}
          control={control}
          name={`${name}.to`}
          label={unit ? t`To (${{ unit: t(unit) }})` : t`To`}
        />
      </div>
    </fieldset>
  );
}

function VideoControl({ control, name }: NamedProps) {
  const { t } = useLingui();
  const { field } = useController({ control, name });
  const { errors } = useFormState({ control });
  const [texts, setTexts] = useTyped(field.value, textsOfVideo(field.value), videoIn);
  const text = (part: 'link' | 'title') => ({
    id: `${name}.${part}`,
    name: `${name}.${part}`,
    error: valueAt(errors, `${name}.${part}.message`) as string | undefined,
    value: texts[part],
    onChange: (typed: string) => {
      const next = { ...texts, [part]: typed };
      setTexts(next);
      field.onChange(videoIn(next));
    },
  });
  return (
    <>
      <TextField
        {...text('link')}
        label={t`Link to the video`}
        hint={t`On YouTube or Vimeo.`}
        type="url"
        inputMode="url"
        optional
      />
      <TextField
        {...text('title')}
        label={t`Title of the video`}
        hint={t`Needed if there is a link.`}
        optional
      />
    </>
  );
}

function useOptions({ options = [] }: Fact) {
  const { t } = useLingui();
  return options.map(({ value, label }) => ({ value: String(value), label: inWords(label, t), fact: value }));
}

function ChoiceControl({ fact, control, name }: NamedProps) {
  const { t } = useLingui();
  const { field, fieldState } = useController({ control, name });
  const value = String(field.value ?? '');
  const options = useOptions(fact);
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <NativeSelect
      id={name}
      label={t(fact.label)}
      hint={fact.hint && t(fact.hint)}
      placeholder={fact.none ? t(fact.none) : t`Choose...`}
      // A stored value that is no choice stays one.
      options={isKnown ? options : [...options, { value, label: value }]}
      value={value}
      onChange={(chosen) => {
        const known = options.find((option) => option.value === chosen);
        field.onChange(known ? known.fact : chosen === '' && fact.none ? null : chosen);
      }}
      error={fieldState.error?.message}
    />
  );
}

function ChoicesControl({ fact, control, name }: NamedProps) {
  const { t } = useLingui();
  const { field, fieldState } = useController({ control, name });
  const options = useOptions(fact);
  const value = Array.isArray(field.value) ? field.value.map(String) : [];
  return (
    <div className="sm:col-span-2">
      <CheckboxGroup
        id={name}
        label={t(fact.label)}
        hint={fact.hint && t(fact.hint)}
        options={options}
        value={value}
        onChange={(chosen) =>
          field.onChange(options.filter((one) => chosen.includes(one.value)).map((one) => one.fact))
        }
        error={fieldState.error?.message}
      />
    </div>
  );
}

function SwitchControl({ fact, control, name, stored }: NamedProps) {
  const { t } = useLingui();
  const { field } = useController({ control, name });
  const hint = fact.hint && `${name}-hint`;
  const isSwitch = fact.control === 'switch';
  return (
    <div className="sm:col-span-2">
      <Checkbox
        id={name}
        isSelected={isSwitch ? field.value === true : field.value !== null && field.value !== undefined}
        onChange={(isOn) => field.onChange(isSwitch ? isOn : isOn ? (stored ?? null) : null)}
        {...(hint && { 'aria-describedby': hint })}
      >
        <span>{t(fact.label)}</span>
      </Checkbox>
      {fact.hint && (
        <p id={hint} className="text-sm text-muted">
          {t(fact.hint)}
        </p>
      )}
    </div>
  );
}
