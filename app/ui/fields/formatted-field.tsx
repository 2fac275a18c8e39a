import { useLingui } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide-react';
import { useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { Typed } from '#domain/text/digit-groups.ts';
import { FormattedInput } from './formatted-input.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface FormattedFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'end' | 'type'> {
  value: string;
  onChange: (value: string) => void;
  /** Formats the text after an edit and places the cursor. */
  format?: ((typed: Typed) => Typed) | undefined;
  /** The masked value, with asterisks, while the field is not focused. */
  mask?: ((value: string) => string) | undefined;
  /** Names the button that removes the mask: "SSN". */
  maskedName?: string;
}

/** A text field that formats or masks its value. Focus selects all; otherwise it behaves like a plain input. */
export function FormattedField(props: FormattedFieldProps) {
  const { value, onChange, format, mask, maskedName = '', onFocus, onBlur, inputRef, ...rest } = props;
  const { t } = useLingui();
  const [input] = useState(() => new FormattedInput());
  const element = useRef<HTMLInputElement>(null);
  const [focused, setFocused] = useState(false);
  const [shown, setShown] = useState(false);
  const [raw, setRaw] = useState<string | null>(null);
  const isMasked = mask !== undefined && value !== '' && !focused && !shown;

  useLayoutEffect(() => {
    input.plan = {
      value,
      isMasked,
      format,
      onEdit: (text, held) => {
        setRaw(held);
        onChange(text);
      },
    };
  });

  useLayoutEffect(() => (element.current ? input.attach(element.current) : undefined), [input]);
  useImperativeHandle(inputRef, () => element.current as HTMLInputElement, []);

  return (
    <TextField
      {...rest}
      inputRef={element}
      value={raw ?? (isMasked ? mask(value) : value)}
      // A tool that appends to a masked field without focusing it must not store the mask.
      onChange={(text) => {
        if (!isMasked || !text.includes('*')) input.edited();
      }}
      onFocus={(event) => {
        input.entered();
        setFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        input.left();
        setFocused(false);
        onBlur?.(event);
      }}
      end={
        mask && value !== '' ? (
          <Button
            slot={null}
            aria-label={shown ? t`Hide ${{ name: maskedName }}` : t`Show ${{ name: maskedName }}`}
            onPress={() => setShown(!shown)}
            className="flex h-11 cursor-pointer items-center gap-1.5 rounded-control px-3 text-sm font-semibold text-link hover:bg-action-soft"
          >
            {shown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
            {shown ? t`Hide` : t`Show`}
          </Button>
        ) : null
      }
    />
  );
}
