import { useLingui } from '@lingui/react/macro';
import { Check, ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { classNames } from '../class-names.ts';
import { popoverStyle } from '../popover-style.ts';
import { controlStyle } from './control-style.ts';
import { FieldHint, FieldLabel, FieldProblem, type FieldText, type Option } from './field-parts.tsx';

export interface SelectProps extends FieldText {
  options: readonly Option[];
  value: string | null;
  onChange: (value: string) => void;
  name?: string;
  placeholder?: string;
  optional?: boolean;
  isDisabled?: boolean;
  className?: string;
  autoFocus?: boolean;
}

export function Select(props: SelectProps) {
  const { label, hint, error, options, value, onChange, placeholder, optional, className, ...rest } = props;
  const { t } = useLingui();
  return (
    <AriaSelect
      {...rest}
      value={value}
      onChange={(key) => onChange(String(key))}
      placeholder={placeholder ?? t`Choose...`}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={classNames('flex flex-col gap-1.5', className)}
    >
      <FieldLabel required={!optional}>{label}</FieldLabel>
      <FieldHint>{hint}</FieldHint>
      <Button
        className={classNames(
          controlStyle,
          'flex cursor-pointer items-center justify-between gap-3 text-left',
          error && 'border-danger',
        )}
      >
        <SelectValue className="truncate placeholder-shown:text-muted" />
        <ChevronDown size={20} aria-hidden className="shrink-0 text-muted" />
      </Button>
      <FieldProblem>{error}</FieldProblem>
      <Popover className={classNames(popoverStyle, 'w-(--trigger-width)')}>
        <ListBox
          className="max-h-80 overflow-auto p-1 outline-none"
          items={options.map((o) => ({ ...o, id: o.value }))}
        >
          {(option) => (
            <ListBoxItem
              textValue={option.label}
              className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-sm px-3 py-2 outline-none focus:bg-action-soft selected:font-semibold"
            >
              {({ isSelected }) => (
                <>
                  {option.label}
                  {isSelected && <Check size={18} aria-hidden className="text-action" />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
