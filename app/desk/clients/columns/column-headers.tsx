import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { classNames } from '#app/ui/class-names.ts';
import { listSearch, type Sort } from '../../manage-params.ts';
import { type Column, type ColumnId, columns } from './columns.ts';

/** The header row. A press sorts by the column, the next one reverses the order. */
export function ColumnHeaders({ shown, sort }: { shown: readonly ColumnId[]; sort: Sort }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const thisYear = useOfficeYear();

  function sortBy(next: Sort): void {
    const search = listSearch(window.location.search, { sort: next }, thisYear);
    void navigate({ search }, { preventScrollReset: true });
  }

  return (
    <>
      {(['name', ...shown] as const).map((id) => {
        const column = columns[id];
        const direction = directionOf(column, sort);
        return (
          <th
            key={id}
            scope="col"
            {...(column.sort && { 'aria-sort': direction ?? 'none' })}
            className={classNames('flex min-w-0 font-semibold', alignOf(id))}
          >
            {column.sort ? (
              <button
                type="button"
                onClick={() => sortBy(nextSort(column, sort) ?? sort)}
                className={classNames(
                  '-mx-1 flex min-h-6 min-w-0 cursor-pointer items-center gap-0.5 rounded-sm px-1 hover:text-ink',
                  direction && 'text-ink',
                )}
              >
                <span className="truncate">{t(column.label)}</span>
                {direction === 'ascending' && <ArrowUp size={14} aria-hidden className="shrink-0" />}
                {direction === 'descending' && <ArrowDown size={14} aria-hidden className="shrink-0" />}
              </button>
            ) : (
              <span className="truncate">{t(column.label)}</span>
            )}
          </th>
        );
      })}
    </>
  );
}

/** Numbers are right-aligned. */
export const alignOf = (id: ColumnId | 'name'): string =>
  id === 'files' ? 'justify-end text-right' : 'justify-start';

function directionOf({ sort: by }: Column, sort: Sort): 'ascending' | 'descending' | null {
  if (sort === by?.key) return 'ascending';
  return sort === `-${by?.key}` ? 'descending' : null;
}

function nextSort(column: Column, sort: Sort): Sort | null {
  if (!column.sort) return null;
  const { key, first } = column.sort;
  const direction = directionOf(column, sort);
  const next = direction === null ? first : direction === 'ascending' ? 'descending' : 'ascending';
  return next === 'ascending' ? key : `-${key}`;
}
