import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowDownUp, ArrowUp } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { classNames } from '#app/ui/class-names.ts';
import { ChoiceMenu } from '#app/ui/overlays/menu.tsx';
import {
  byName,
  nextSort,
  parseSort,
  type Sort,
  type SortKey,
  sortText,
} from '#domain/documents/file-order.ts';
import { msg } from '#domain/language/message.ts';
import { columnWidth } from './columns.ts';

export interface SortProps {
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** What a column heading shows, and what it is for screen readers. */
const headings = {
  name: {
    label: msg`Name`,
    off: msg`Sort by name`,
    ascending: msg`Sort by name, ascending`,
    descending: msg`Sort by name, descending`,
  },
  date: {
    label: msg`Date`,
    off: msg`Sort by date`,
    ascending: msg`Sort by date, ascending`,
    descending: msg`Sort by date, descending`,
  },
  size: {
    label: msg`Size`,
    off: msg`Sort by size`,
    ascending: msg`Sort by size, ascending`,
    descending: msg`Sort by size, descending`,
  },
} satisfies Record<SortKey, unknown>;

export function SortHeading({ by, sort, onSort }: SortProps & { by: SortKey }) {
  const { t } = useLingui();
  const isOn = sort.by === by;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  const heading = headings[by];
  const state = isOn ? (sort.descending ? 'descending' : 'ascending') : 'off';
  return (
    <Button
      aria-label={t(heading[state])}
      onPress={() => onSort(nextSort(sort, by))}
      className={classNames(
        'flex h-[36px] shrink-0 cursor-pointer items-center gap-1 rounded-sm text-sm hover:text-ink',
        isOn ? 'font-semibold text-ink' : 'text-muted',
        // The text stays aligned with the column, with or without the arrow.
        by === 'name' ? 'px-2' : classNames(columnWidth[by], 'flex-row-reverse'),
      )}
    >
      {t(heading.label)}
      <Arrow size={14} aria-hidden className={isOn ? '' : 'invisible'} />
    </Button>
  );
}

const choices = [
  { id: 'name', label: msg`Name, A to Z` },
  { id: '-name', label: msg`Name, Z to A` },
  { id: '-date', label: msg`Newest first` },
  { id: 'date', label: msg`Oldest first` },
  { id: '-size', label: msg`Largest first` },
  { id: 'size', label: msg`Smallest first` },
];

export function SortMenu({ sort, onSort, isShort }: SortProps & { isShort: boolean }) {
  const { t } = useLingui();
  const value = sortText(sort) ?? byName.by;
  const options = choices.map(({ id, label }) => ({ id, label: t(label) }));
  const shown = options.find((choice) => choice.id === value)?.label ?? '';
  return (
    <ChoiceMenu
      label={t`Sort by`}
      choices={options}
      value={value}
      onChange={(id) => onSort(parseSort(id))}
      trigger={
        <Button
          aria-label={t`Sort by: ${{ order: shown }}`}
          className="flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-control px-2 text-sm text-muted hover:bg-action-soft hover:text-ink"
        >
          <ArrowDownUp size={18} aria-hidden />
          {!isShort && <span className="max-sm:hidden">{shown}</span>}
        </Button>
      }
    />
  );
}
