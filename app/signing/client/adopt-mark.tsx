import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { RadioGroup } from '#app/ui/fields/radio-group.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import type { Mark } from '#domain/signing/marks.ts';
import { MarkView } from '../document/mark-view.tsx';
import { DrawingPad } from './drawing-pad.tsx';

interface AdoptMarkProps {
  title: string;
  /** The heading above says the same. */
  isTitleHidden?: boolean;
  suggested: string;
  value: Mark | null;
  onChange: (mark: Mark | null) => void;
  error?: string | undefined;
}

/** Types or draws a signature. Both count the same, so no one needs a pointer. */
export function AdoptMark({
  title,
  isTitleHidden = false,
  suggested,
  value,
  onChange,
  error,
}: AdoptMarkProps) {
  const { t } = useLingui();
  const [way, setWay] = useState<'typed' | 'drawn'>(value?.kind ?? 'typed');
  // What was made the other way, for a person who comes back to it.
  const other = useRef<Mark | null>(null);
  const text = value?.kind === 'typed' ? value.text : '';
  const typed = (written: string) =>
    onChange(written.trim() === '' ? null : { kind: 'typed', text: written });
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className={isTitleHidden ? 'sr-only' : 'mb-2 font-semibold wrap-anywhere'}>{title}</legend>
      <RadioGroup
        label={t`How do you want to sign?`}
        inline
        error={way === 'drawn' ? error : undefined}
        options={[
          { value: 'typed', label: t`Type it` },
          { value: 'drawn', label: t`Draw it` },
        ]}
        value={way}
        onChange={(chosen) => {
          const before = other.current;
          other.current = value;
          setWay(chosen === 'drawn' ? 'drawn' : 'typed');
          onChange(before);
        }}
      />
      {way === 'typed' ? (
        <>
          <TextField
            label={<span className="sr-only">{title}</span>}
            hint={t`For example: ${{ name: suggested }}`}
            autoComplete="off"
            maxLength={100}
            value={text}
            onChange={typed}
            error={error}
          />
          {value && (
            <div className="flex h-14 items-center rounded-control border border-line bg-code-paper px-4 text-lg">
              <MarkView mark={value} />
            </div>
          )}
        </>
      ) : (
        <DrawingPad value={value?.kind === 'drawn' ? value : null} onChange={onChange} />
      )}
    </fieldset>
  );
}
