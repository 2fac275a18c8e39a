import { useLingui } from '@lingui/react/macro';
import { Search, X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import {
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
} from 'react-aria-components/SearchField';
import { classNames } from '../class-names.ts';
import { controlLook, controlStyle } from './control-style.ts';

export interface SearchFieldProps extends Omit<AriaSearchFieldProps, 'className' | 'style' | 'children'> {
  label: string;
  placeholder?: string;
  /** In a bar of 48 px. On phones its text stays large, or iOS would zoom in. */
  compact?: boolean;
  /** The key that leads to the field, shown in it while it is empty. */
  shortcut?: string;
  className?: string;
}

/** The label is for screen readers. Everyone else sees the icon and the placeholder. */
export function SearchField({
  label,
  placeholder = '',
  compact = false,
  shortcut,
  className,
  ...rest
}: SearchFieldProps) {
  const { t } = useLingui();
  return (
    <AriaSearchField {...rest} aria-label={label} className={classNames('group', className)}>
      <Group className="relative flex items-center">
        <Search
          size={18}
          aria-hidden
          className={classNames('pointer-events-none absolute text-muted', compact ? 'left-2.5' : 'left-3.5')}
        />
        <Input
          placeholder={placeholder}
          className={classNames(
            compact
              ? `${controlLook} min-h-[40px] pr-9 pl-9 text-base group-empty:pr-2 lg:min-h-[34px] lg:text-sm`
              : `${controlStyle} px-11`,
            '[&::-webkit-search-cancel-button]:hidden',
          )}
        />
        {shortcut && (
          <kbd
            aria-hidden
            className="pointer-events-none absolute right-2 hidden rounded-sm border border-line px-1.5 font-sans text-xs text-muted lg:group-empty:block"
          >
            {shortcut}
          </kbd>
        )}
        <Button
          aria-label={t`Clear the search`}
          className={classNames(
            'absolute right-0.5 flex cursor-pointer items-center justify-center rounded-control text-muted group-empty:hidden hover:text-ink',
            compact ? 'size-[36px] lg:size-[30px]' : 'size-10',
          )}
        >
          <X size={18} aria-hidden />
        </Button>
      </Group>
    </AriaSearchField>
  );
}
