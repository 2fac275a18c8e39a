import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowDownUp, ArrowUp, Download, FolderInput, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { Dock } from '#app/ui/layout/dock.tsx';
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
import type { Target } from '../store/target.ts';
import { columnWidth } from './columns.ts';
import type { FileSelection } from './use-selection.ts';

interface SortProps {
  sort: Sort;
  onSort: (sort: Sort) => void;
}

interface SelectionBarProps extends SortProps {
  selection: FileSelection;
  target: Target;
  /** Dense rows on a wide screen have columns. */
  hasColumns: boolean;
  /** The preview is beside the list. */
  isNarrow: boolean;
  onDownload: () => void;
  onMove: () => void;
  onDelete: () => void;
  /** The tools of a preparer. */
  more: ReactNode;
}

/** The number of selected items, and the actions for them. On a phone, they replace the upload dock. */
export function SelectionBar({ selection, target, hasColumns, isNarrow, more, ...on }: SelectionBarProps) {
  const { sort, onSort } = on;
  const { t } = useLingui();
  const { selectable, items, isAll } = selection;
  return (
    <div
      className={classNames(
        'flex min-h-[48px] items-center justify-between gap-x-3 border-b border-line bg-sunken pr-1 lg:sticky lg:top-(--top-bar) lg:z-10 low:static lg:pr-2',
        // Aligns its checkbox with those of the rows.
        target.dense
          ? 'pl-[0.6875rem] lg:min-h-[40px] lg:pl-[0.8125rem]'
          : 'pl-[0.6875rem] lg:min-h-[56px] lg:pl-[1.1875rem]',
        // The panels of a case leave little room.
        items.length > 0 && 'lg:flex-wrap',
      )}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 lg:gap-x-4">
        <Checkbox
          isSelected={isAll}
          isIndeterminate={items.length > 0 && !isAll}
          isDisabled={selectable.length === 0}
          onChange={() => (isAll ? selection.clear() : selection.chooseAll())}
          dense={target.dense}
          className="text-sm"
        >
          <Trans>Select All ({{ count: selectable.length }} items)</Trans>
        </Checkbox>
        <span role="status" className="figures text-sm font-semibold text-action empty:hidden">
          {items.length > 0 && t`${{ count: items.length }} selected`}
        </span>
        {hasColumns && items.length === 0 && <SortHeading by="name" sort={sort} onSort={onSort} />}
      </div>
      {items.length > 0 ? (
        <>
          <Dock
            label={t`Selected items`}
            className={classNames(
              'max-lg:[&_button]:flex-1 lg:flex-wrap lg:[&_button]:whitespace-nowrap',
              // A phone has room for five tools only if their icons are above their texts.
              more
                ? 'max-lg:gap-1.5 max-lg:px-2 max-lg:[&_button]:flex-col max-lg:[&_button]:gap-0.5 max-lg:[&_button]:px-1 max-lg:[&_button]:py-1 max-lg:[&_button]:text-xs max-lg:[&_button]:leading-tight'
                : 'max-lg:[&_button]:px-2',
              isNarrow &&
                'lg:gap-1 lg:pb-1.5 lg:[&_[data-rest]]:sr-only lg:[&_button]:px-2 lg:[&_svg]:hidden',
            )}
          >
            <ToolButton target={target} icon={Download} onPress={on.onDownload}>
              <Trans>
                Download <Rest>Selected</Rest>
              </Trans>
            </ToolButton>
            {target.mayChange && (
              <ToolButton target={target} icon={FolderInput} onPress={on.onMove}>
                <Trans>
                  Move <Rest>to Folder</Rest>
                </Trans>
              </ToolButton>
            )}
            {more}
            {target.mayDelete && (
              <ToolButton target={target} icon={Trash2} onPress={on.onDelete} danger>
                <Trans>
                  Delete <Rest>Selected</Rest>
                </Trans>
              </ToolButton>
            )}
          </Dock>
          <div className="lg:hidden">
            <SortMenu sort={sort} onSort={onSort} isShort />
          </div>
        </>
      ) : hasColumns ? (
        <div className="flex items-center gap-2">
          {target.seesCounts && (
            <span className={classNames(columnWidth.count, 'text-right text-xs text-muted')}>
              <Trans>Downloads</Trans>
            </span>
          )}
          <SortHeading by="date" sort={sort} onSort={onSort} />
          <SortHeading by="size" sort={sort} onSort={onSort} />
          <span className={columnWidth.actions} />
        </div>
      ) : (
        <SortMenu sort={sort} onSort={onSort} isShort={isNarrow} />
      )}
    </div>
  );
}

interface ToolButtonProps {
  target: Target;
  icon: typeof Download;
  onPress: () => void;
  children: ReactNode;
  danger?: boolean;
}

export function ToolButton({ target, icon: Icon, onPress, children, danger = false }: ToolButtonProps) {
  return (
    <Button
      variant="secondary"
      icon={
        <Icon
          size={18}
          aria-hidden
          className={classNames(
            danger && 'text-danger',
            // The panels of a case leave no room for icons.
            target.dense && 'lg:max-[1440px]:hidden',
          )}
        />
      }
      onPress={onPress}
      className={
        target.dense ? 'lg:min-h-[34px] lg:px-3 lg:py-0 lg:text-sm' : 'lg:min-h-10 lg:px-4 lg:text-sm'
      }
    >
      <span>{children}</span>
    </Button>
  );
}

/** The end of a button's text: where there is little room, only for screen readers. */
function Rest({ children }: { children?: ReactNode }) {
  return (
    <span data-rest className="max-lg:sr-only">
      {children}
    </span>
  );
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

function SortHeading({ by, sort, onSort }: SortProps & { by: SortKey }) {
  const { t } = useLingui();
  const isOn = sort.by === by;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  const heading = headings[by];
  const state = isOn ? (sort.descending ? 'descending' : 'ascending') : 'off';
  return (
    <AriaButton
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
    </AriaButton>
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

function SortMenu({ sort, onSort, isShort }: SortProps & { isShort: boolean }) {
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
        <AriaButton
          aria-label={t`Sort by: ${{ order: shown }}`}
          className="flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-control px-2 text-sm text-muted hover:bg-action-soft hover:text-ink"
        >
          <ArrowDownUp size={18} aria-hidden />
          {!isShort && <span className="max-sm:hidden">{shown}</span>}
        </AriaButton>
      }
    />
  );
}
