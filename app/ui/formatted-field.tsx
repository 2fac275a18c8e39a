import { Eye, EyeOff } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface Typed {
  text: string;
  cursor: number;
}

export interface FormattedFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'end' | 'type'> {
  value: string;
  onChange: (value: string) => void;
  /** What the box shows for what was typed, and where its cursor belongs. */
  format?: ((typed: Typed) => Typed) | undefined;
  /** For what bystanders needn't read: how the value looks while nobody works on it. */
  veil?: ((value: string) => string) | undefined;
  /** Names the button that lifts the veil: "SSN". */
  veiled?: string;
}

/** Puts what is typed into its form at once; the cursor stays behind the character that it was behind. */
export function FormattedField(props: FormattedFieldProps) {
  const { value, onChange, format, veil, veiled, onFocus, onBlur, inputRef, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  const [focused, setFocused] = useState(false);
  const [shown, setShown] = useState(false);
  const isVeiled = veil !== undefined && value !== '' && !focused && !shown;

  function change(text: string): void {
    const element = input.current;
    if (!format || !element) {
      onChange(text);
      return;
    }
    const next = format({ text, cursor: element.selectionStart ?? text.length });
    // Here and now: when React writes a changed value later, it throws the cursor to the end.
    element.value = next.text;
    element.setSelectionRange(next.cursor, next.cursor);
    onChange(next.text);
  }

  return (
    <TextField
      {...rest}
      inputRef={input}
      value={isVeiled ? veil(value) : value}
      // Whatever types into a veiled box without entering it (a helper program) must not store the veil.
      onChange={(text) => !isVeiled && change(text)}
      onFocus={(event) => {
        setFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocused(false);
        onBlur?.(event);
      }}
      end={
        veil && value !== '' ? (
          <Button
            slot={null}
            aria-label={`${shown ? 'Hide' : 'Show'} ${veiled ?? ''}`.trim()}
            onPress={() => setShown(!shown)}
            className="flex h-11 cursor-pointer items-center gap-1.5 rounded-control px-3 text-sm font-semibold text-link hover:bg-action-soft"
          >
            {shown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
            {shown ? 'Hide' : 'Show'}
          </Button>
        ) : null
      }
    />
  );
}
