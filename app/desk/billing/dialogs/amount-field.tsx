import { useLingui } from '@lingui/react/macro';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { parseCents } from '#domain/billing/money.ts';

interface AmountFieldProps {
  value: string;
  onChange: (value: string) => void;
  label?: string;
  hint?: string | undefined;
  /** In cents: more is refused. */
  most?: number;
  autoFocus?: boolean;
}

export function AmountField({ value, onChange, label, hint, most, autoFocus = false }: AmountFieldProps) {
  const { t } = useLingui();
  const cents = parseCents(value);
  const isWrong = value.trim() !== '' && cents === undefined;
  return (
    <TextField
      label={label ?? t`Amount`}
      hint={hint}
      name="amount"
      prefix="$"
      inputMode="decimal"
      autoComplete="off"
      autoFocus={autoFocus}
      error={
        isWrong
          ? t`Write an amount such as 80 or 80.50`
          : most !== undefined && cents !== undefined && cents > most
            ? t`That’s too much`
            : undefined
      }
      value={value}
      onChange={onChange}
    />
  );
}
