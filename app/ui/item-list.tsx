import type { ReactNode } from 'react';
import {
  GridList,
  GridListItem,
  type GridListItemProps,
  type GridListProps,
} from 'react-aria-components/GridList';
import { Checkbox } from './checkbox.tsx';
import { classNames } from './class-names.ts';

export interface ItemListProps<T extends object>
  extends Omit<GridListProps<T>, 'className' | 'style' | 'layout'> {
  label: string;
  className?: string;
}

/**
 * Rows with a name, details and actions, such as files. One stop for the Tab key: arrows go from row to row and
 * into a row's actions, Space selects, Enter opens.
 */
export function ItemList<T extends object>({ label, className, ...rest }: ItemListProps<T>) {
  return (
    <GridList
      selectionBehavior="toggle"
      {...rest}
      aria-label={label}
      className={classNames('rounded-card border border-line bg-surface empty:border-0', className)}
    />
  );
}

export interface ItemRowProps
  extends Omit<GridListItemProps, 'className' | 'style' | 'children' | 'textValue'> {
  /** The name, for typing ahead and for the screen reader. */
  textValue: string;
  icon?: ReactNode;
  title: ReactNode;
  /** Second line: size, date. */
  detail?: ReactNode;
  badge?: ReactNode;
  actions?: ReactNode;
  /** For staff: 40 px rows on wide screens. On a phone everybody has 64 px and two lines. */
  dense?: boolean;
}

export function ItemRow({ icon, title, detail, badge, actions, dense = false, ...rest }: ItemRowProps) {
  return (
    <GridListItem
      {...rest}
      className={classNames(
        'flex cursor-default items-center gap-3 border-b border-line pr-2 pl-4 last:border-b-0 first:rounded-t-card last:rounded-b-card data-[href]:cursor-pointer hover:bg-sunken selected:bg-action-soft focus-visible:-outline-offset-3',
        rest.onAction && 'cursor-pointer',
        'min-h-16 py-2',
        dense && 'lg:min-h-10 lg:py-0.5 lg:text-sm',
      )}
    >
      {({ selectionMode }) => (
        <>
          {selectionMode === 'multiple' && <Checkbox slot="selection" dense={dense} className="-mx-2" />}
          {icon && <span className="shrink-0 text-action">{icon}</span>}
          <div className={classNames('min-w-0 flex-1', dense && 'lg:flex lg:items-baseline lg:gap-4')}>
            <div
              className={classNames(
                'flex flex-wrap items-center gap-x-2',
                dense && 'lg:min-w-0 lg:flex-1 lg:flex-nowrap',
              )}
            >
              <span
                className={classNames('line-clamp-2 font-medium break-words', dense && 'lg:line-clamp-1')}
              >
                {title}
              </span>
              {badge}
            </div>
            {detail && (
              <div className={classNames('figures text-sm text-muted', dense && 'lg:shrink-0')}>{detail}</div>
            )}
          </div>
          {actions && <div className="flex shrink-0 items-center">{actions}</div>}
        </>
      )}
    </GridListItem>
  );
}
