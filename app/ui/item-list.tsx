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
  /** 40 px rows for staff, instead of 64 px. */
  dense?: boolean;
}

export function ItemRow({ icon, title, detail, badge, actions, dense = false, ...rest }: ItemRowProps) {
  return (
    <GridListItem
      {...rest}
      className={classNames(
        'flex cursor-default items-center gap-3 border-b border-line pr-2 pl-4 last:border-b-0 first:rounded-t-card last:rounded-b-card data-[href]:cursor-pointer hover:bg-sunken selected:bg-action-soft focus-visible:-outline-offset-3',
        rest.onAction && 'cursor-pointer',
        dense ? 'min-h-10 py-0.5 text-sm' : 'min-h-16 py-2',
      )}
    >
      {({ selectionMode }) => (
        <>
          {selectionMode === 'multiple' && <Checkbox slot="selection" dense={dense} className="-mx-2" />}
          {icon && <span className="shrink-0 text-action">{icon}</span>}
          <div className={classNames('min-w-0 flex-1', dense && 'flex items-baseline gap-4')}>
            <div className={classNames('flex items-center gap-2', dense && 'min-w-0 flex-1')}>
              <span className={classNames('font-medium', dense ? 'truncate' : 'line-clamp-2 break-words')}>
                {title}
              </span>
              {badge}
            </div>
            {detail && (
              <div className={classNames('figures text-sm text-muted', dense && 'shrink-0')}>{detail}</div>
            )}
          </div>
          {actions && <div className="flex shrink-0 items-center">{actions}</div>}
        </>
      )}
    </GridListItem>
  );
}
