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
import { controlStyle } from './control-style.ts';

export interface SearchFieldProps extends Omit<AriaSearchFieldProps, 'className' | 'style' | 'children'> {
  label: string;
  placeholder?: string;
  dense?: boolean;
  className?: string;
}

/** The label is for screen readers. Everyone else sees the icon and the placeholder. */
export function SearchField({
  label,
  placeholder = '',
  dense = false,
  className,
  ...rest
}: SearchFieldProps) {
  const { t } = useLingui();
  return (
    <AriaSearchField {...rest} aria-label={label} className={classNames('group', className)}>
      <Group className="relative flex items-center">
        <Search size={18} aria-hidden className="pointer-events-none absolute left-3.5 text-muted" />
        <Input
          placeholder={placeholder}
          className={classNames(
            controlStyle,
            'px-11 [&::-webkit-search-cancel-button]:hidden',
            dense && 'min-h-10 text-sm',
          )}
        />
        <Button
          aria-label={t`Clear the search`}
          className="absolute right-0.5 flex size-10 cursor-pointer items-center justify-center rounded-control text-muted group-empty:hidden hover:text-ink"
        >
          <X size={18} aria-hidden />
        </Button>
      </Group>
    </AriaSearchField>
  );
}
