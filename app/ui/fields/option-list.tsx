import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { classNames } from '../class-names.ts';

export interface ListOption {
  id: string;
  label: string;
  /** Announced before the label, if the label alone is ambiguous. */
  context?: string | undefined;
  icon?: ReactNode;
  /** Why it is disabled, or a description. */
  hint?: string | undefined;
  isDisabled?: boolean;
  /** The depth in the tree. */
  depth?: number;
}

export interface OptionListProps {
  label: string;
  options: readonly ListOption[];
  value: string | null;
  onChange: (id: string) => void;
}

/** A single choice from a long list, such as a tree of folders. */
export function OptionList({ label, options, value, onChange }: OptionListProps) {
  return (
    <ListBox
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={value === null ? [] : [value]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        if (key !== undefined) onChange(String(key));
      }}
      className="max-h-[min(20rem,45dvh)] overflow-auto rounded-control border border-control p-1"
    >
      {options.map((option) => (
        <ListBoxItem
          key={option.id}
          id={option.id}
          textValue={option.label}
          isDisabled={option.isDisabled ?? false}
          style={{ paddingInlineStart: `${0.75 + 1.25 * (option.depth ?? 0)}rem` }}
          className={classNames(
            'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm py-2 pr-3 hover:bg-sunken selected:bg-action-soft selected:font-semibold focus-visible:-outline-offset-3',
            'disabled:cursor-not-allowed disabled:text-muted disabled:hover:bg-transparent',
          )}
        >
          {({ isSelected }) => (
            <>
              {option.icon && <span className="shrink-0 text-action">{option.icon}</span>}
              <span className="min-w-0 flex-1 break-words">
                {option.context && <span className="sr-only">{option.context}, </span>}
                {option.label}
              </span>{' '}
              {option.hint && <span className="shrink-0 text-sm">{option.hint}</span>}
              {isSelected && <Check size={18} aria-hidden className="shrink-0 text-action" />}
            </>
          )}
        </ListBoxItem>
      ))}
    </ListBox>
  );
}
