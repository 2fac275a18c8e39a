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
import { columnWidth } from './columns.ts';

export interface SortProps {
  sort: Sort;
  onSort: (sort: Sort) => void;
}

const labels: Record<SortKey, string> = { name: 'Name', date: 'Date', size: 'Size' };

/** A column heading for staff: sorts by the column, or reverses the order. */
export function SortHeading({ by, sort, onSort }: SortProps & { by: SortKey }) {
  const isOn = sort.by === by;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  const state = isOn ? `, ${sort.descending ? 'descending' : 'ascending'}` : '';
  return (
    <Button
      aria-label={`Sort by ${labels[by].toLowerCase()}${state}`}
      onPress={() => onSort(nextSort(sort, by))}
      className={classNames(
        'flex h-[36px] shrink-0 cursor-pointer items-center gap-1 rounded-sm text-sm hover:text-ink',
        isOn ? 'font-semibold text-ink' : 'text-muted',
        // The text stays aligned with the column, with or without the arrow.
        by === 'name' ? 'px-2' : classNames(columnWidth[by], 'flex-row-reverse'),
      )}
    >
      {labels[by]}
      <Arrow size={14} aria-hidden className={isOn ? '' : 'invisible'} />
    </Button>
  );
}

const choices = [
  { id: 'name', label: 'Name, A to Z' },
  { id: '-name', label: 'Name, Z to A' },
  { id: '-date', label: 'Newest first' },
  { id: 'date', label: 'Oldest first' },
  { id: '-size', label: 'Largest first' },
  { id: 'size', label: 'Smallest first' },
];

/** The sort order as a menu, for rows without columns. */
export function SortMenu({ sort, onSort, isShort }: SortProps & { isShort: boolean }) {
  const value = sortText(sort) ?? byName.by;
  const shown = choices.find((choice) => choice.id === value)?.label ?? '';
  return (
    <ChoiceMenu
      label="Sort by"
      choices={choices}
      value={value}
      onChange={(id) => onSort(parseSort(id))}
      trigger={
        <Button
          aria-label={`Sort by: ${shown}`}
          className="flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-control px-2 text-sm text-muted hover:bg-action-soft hover:text-ink"
        >
          <ArrowDownUp size={18} aria-hidden />
          {!isShort && <span className="max-sm:hidden">{shown}</span>}
        </Button>
      }
    />
  );
}
