import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Cell as AriaCell,
  type CellProps as AriaCellProps,
  Column as AriaColumn,
  type ColumnProps as AriaColumnProps,
  Row as AriaRow,
  type RowProps as AriaRowProps,
  Table as AriaTable,
  type TableProps as AriaTableProps,
} from 'react-aria-components/Table';
import { classNames } from '../class-names.ts';

export { TableBody, TableHeader } from 'react-aria-components/Table';

export interface TableProps extends Omit<AriaTableProps, 'className' | 'style'> {
  label: string;
  className?: string;
}

/** A table for staff with keyboard navigation. On a phone it scrolls sideways inside its frame. */
export function Table({ label, className, ...rest }: TableProps) {
  return (
    <div className={classNames('overflow-x-auto rounded-card border border-line bg-surface', className)}>
      <AriaTable {...rest} aria-label={label} className="w-full border-collapse text-sm" />
    </div>
  );
}

export interface ColumnProps extends Omit<AriaColumnProps, 'className' | 'style' | 'children'> {
  children: ReactNode;
  align?: 'left' | 'right';
}

export function Column({ children, align = 'left', ...rest }: ColumnProps) {
  return (
    <AriaColumn
      {...rest}
      className={classNames(
        'h-10 border-b border-line bg-sunken px-3 font-semibold whitespace-nowrap text-muted focus-visible:-outline-offset-3 data-[allows-sorting]:cursor-pointer',
        align === 'right' ? 'text-right' : 'text-left',
      )}
    >
      {({ sortDirection }) => (
        <span className="inline-flex items-center gap-1">
          {children}
          {sortDirection === 'ascending' && <ArrowUp size={14} aria-hidden />}
          {sortDirection === 'descending' && <ArrowDown size={14} aria-hidden />}
        </span>
      )}
    </AriaColumn>
  );
}

export function Row<T extends object>(props: Omit<AriaRowProps<T>, 'className' | 'style'>) {
  return (
    <AriaRow
      {...props}
      className={classNames(
        'border-b border-line last:border-b-0 hover:bg-sunken selected:bg-action-soft focus-visible:-outline-offset-3',
        props.onAction || props.href ? 'cursor-pointer' : null,
      )}
    />
  );
}

export interface CellProps extends Omit<AriaCellProps, 'className' | 'style'> {
  align?: 'left' | 'right';
}

export function Cell({ align = 'left', ...rest }: CellProps) {
  return (
    <AriaCell
      {...rest}
      className={classNames(
        'h-10 px-3 whitespace-nowrap focus-visible:-outline-offset-3',
        align === 'right' && 'figures text-right',
      )}
    />
  );
}
