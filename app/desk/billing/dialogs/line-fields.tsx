import { useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { MAX_DESCRIPTION } from '#domain/billing/invoice.ts';
import type { TypedLine } from './invoice-lines.ts';
import { AmountField } from './tender-fields.tsx';

interface LineFieldsProps {
  line: TypedLine;
  /** From 1, for the names of the fields. */
  number: number;
  hasTax: boolean;
  onChange: (line: TypedLine) => void;
  onRemove: () => void;
}

export function LineFields({ line, number, hasTax, onChange, onRemove }: LineFieldsProps) {
  const { t } = useLingui();
  const isService = line.kind === 'service';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2 gap-y-3 border-t border-line pt-3 first:border-t-0 first:pt-0 md:grid-cols-[minmax(0,1fr)_5rem_9rem_auto]">
      <TextField
        label={isService ? t`Description ${number}` : t`Discount ${number}`}
        autoComplete="off"
        maxLength={MAX_DESCRIPTION}
        value={line.description}
        onChange={(description) => onChange({ ...line, description })}
        className="max-md:col-span-2"
      />
      <TextField
        label={t`Quantity ${number}`}
        inputMode="numeric"
        autoComplete="off"
        value={line.quantity}
        onChange={(quantity) => onChange({ ...line, quantity })}
        className="max-md:hidden"
      />
      <AmountField
        label={isService ? t`Price ${number}` : t`Less ${number}`}
        value={line.amount}
        onChange={(amount) => onChange({ ...line, amount })}
      />
      <IconButton
        label={t`Remove line ${number}`}
        icon={<Trash2 size={18} aria-hidden />}
        onPress={onRemove}
      />
      {hasTax && (
        <Checkbox
          dense
          isSelected={line.taxable}
          onChange={(taxable) => onChange({ ...line, taxable })}
          className="col-span-full"
        >
          {t`With sales tax`}
        </Checkbox>
      )}
    </li>
  );
}
