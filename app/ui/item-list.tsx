import type { ReactNode } from 'react';
import {
  GridList,
  GridListItem,
  type GridListItemProps,
  type GridListProps,
} from 'react-aria-components/GridList';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import { Checkbox } from './checkbox.tsx';
import { classNames } from './class-names.ts';

export interface ItemListProps<T extends object>
  extends Omit<GridListProps<T>, 'className' | 'style' | 'layout'> {
  label: string;
  /** Only the rows in sight exist: for hundreds of them. The browser's own search doesn't find the others. */
  isLong?: boolean;
  /** False where it lies in a frame already, with a heading or tools above it. */
  framed?: boolean;
  className?: string;
}

const rowEstimate = { estimatedRowSize: 72 };

/**
 * Rows with a name, details and actions, such as files. One stop for the Tab key: arrows go from row to row and
 * into a row's actions, Space selects, Enter opens.
 */
export function ItemList<T extends object>({
  label,
  framed = true,
  isLong = false,
  className,
  ...rest
}: ItemListProps<T>) {
  const list = (
    <GridList
      selectionBehavior="toggle"
      {...rest}
      aria-label={label}
      className={classNames(
        'bg-surface',
        framed && 'overflow-clip rounded-card border border-line empty:border-0',
        className,
      )}
    />
  );
  if (!isLong) return list;
  return (
    <Virtualizer layout={ListLayout} layoutOptions={rowEstimate}>
      {list}
    </Virtualizer>
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
        'flex cursor-default items-center gap-2 border-b border-line pr-1 pl-3 last:border-b-0 lg:gap-3 lg:pr-2 lg:pl-4 data-[href]:cursor-pointer hover:bg-sunken selected:bg-action-soft focus-visible:-outline-offset-3',
        rest.onAction && 'cursor-pointer',
        'min-h-16 py-2',
        dense && 'lg:min-h-10 lg:py-0.5 lg:text-sm',
      )}
    >
      {({ selectionMode }) => (
        <>
          {selectionMode === 'multiple' && <Checkbox slot="selection" dense={dense} className="-mx-2" />}
          {icon && <span className="shrink-0 text-action">{icon}</span>}
          <div className={classNames('min-w-0 flex-1', dense && 'lg:flex lg:items-center lg:gap-4')}>
            <div
              className={classNames(
                'line-clamp-2 leading-snug font-medium break-words',
                dense && 'lg:line-clamp-1 lg:flex-1',
              )}
            >
              {title}
            </div>
            {(badge || detail) && (
              <div
                className={classNames(
                  'figures mt-0.5 flex items-center gap-2 text-sm text-muted',
                  dense && 'lg:mt-0 lg:shrink-0',
                )}
              >
                {badge}
                {detail}
              </div>
            )}
          </div>
          {actions && <div className="flex shrink-0 items-center">{actions}</div>}
        </>
      )}
    </GridListItem>
  );
}
