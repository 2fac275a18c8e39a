import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useDates } from '#app/shared/format/dates.ts';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { RoleBadge } from '#app/shared/session/role-badge.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { ThreadMark } from '../../inbox/thread-mark.tsx';
import { listSearch, type Sort } from '../../manage-params.ts';
import {
  DateFact,
  FormFact,
  MissingDocuments,
  NewFilesFact,
  ReturnFact,
  WaitingFact,
  WordsFact,
} from '../client-facts.tsx';
import { type ColumnId, columns, gridColumns } from '../columns/columns.ts';
import { ClientLink, FoundBy, type ListedClient } from './client-link.tsx';
import { type ClientRowsProps, useRowWindow } from './use-row-window.ts';

const HEIGHT = 32;
/** The padding at the start is the place of the checkboxes (app/desk/clients/bulk), which come later. */
const track = 'grid items-center gap-x-2 pr-3 pl-9';

export function ClientTable(props: ClientRowsProps) {
  const { filters, columns: shown, marks } = props;
  const { matching, isOutdated } = props.clients;
  const { t } = useLingui();
  const { rows, measureTop, onKeyDown, height } = useRowWindow(props, HEIGHT);
  const gridTemplateColumns = gridColumns(shown);
  return (
    // Blocks instead of table layout, because visible rows are positioned absolutely.
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: keys move through the rows, as in a grid
      role="grid"
      aria-label={t`Users`}
      aria-busy={isOutdated}
      aria-readonly="true"
      aria-multiselectable={marks !== null}
      aria-rowcount={matching + 1}
      onKeyDown={onKeyDown}
      className={classNames(
        'block rounded-card border border-line bg-surface text-[0.8125rem] max-xl:overflow-x-auto',
        isOutdated && 'opacity-60',
      )}
    >
      <thead className="block max-xl:min-w-max xl:sticky xl:top-(--top-bar) xl:z-10 low:static">
        <tr
          aria-rowindex={1}
          className={classNames(
            track,
            'h-7 rounded-t-card border-b border-line bg-sunken font-semibold whitespace-nowrap text-muted',
          )}
          style={{ gridTemplateColumns }}
        >
          {marks?.head}
          <ColumnHeaders shown={shown} sort={filters.sort} />
        </tr>
      </thead>
      <tbody ref={measureTop} className="relative block" style={{ height }}>
        {rows.map(({ index, style, mark, row }) => (
          <tr
            key={index}
            aria-rowindex={index + 2}
            aria-selected={row && marks?.isChosen(row.client.user_id)}
            className={classNames(
              track,
              'absolute inset-x-0 border-b border-line whitespace-nowrap last:border-b-0 hover:bg-sunken aria-selected:bg-action-soft',
            )}
            style={{ ...style, gridTemplateColumns }}
          >
            {mark}
            {row ? (
              <ClientRow {...row} columns={shown} />
            ) : (
              <td>
                <Skeleton className="h-3 w-2/3" />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The header row. A press sorts by the column, the next one reverses the order. */
function ColumnHeaders({ shown, sort }: { shown: readonly ColumnId[]; sort: Sort }) {
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
        const { label, sort: first } = columns[id];
        const direction = directionOf(first, sort);
        return (
          <th
            key={id}
            scope="col"
            {...(first && { 'aria-sort': direction ?? 'none' })}
            className={classNames('flex min-w-0 font-semibold', alignOf(id))}
          >
            {first ? (
              <button
                type="button"
                onClick={() => sortBy(sort === first ? reversed(first) : first)}
                className={classNames(
                  '-mx-1 flex min-h-6 min-w-0 cursor-pointer items-center gap-0.5 rounded-sm px-1 hover:text-ink',
                  direction && 'text-ink',
                )}
              >
                <span className="truncate">{t(label)}</span>
                {direction === 'ascending' && <ArrowUp size={14} aria-hidden className="shrink-0" />}
                {direction === 'descending' && <ArrowDown size={14} aria-hidden className="shrink-0" />}
              </button>
            ) : (
              <span className="truncate">{t(label)}</span>
            )}
          </th>
        );
      })}
    </>
  );
}

/** Numbers are right-aligned. */
const alignOf = (id: ColumnId | 'name'): string =>
  id === 'files' ? 'justify-end text-right' : 'justify-start';

const reversed = (sort: Sort) => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`) as Sort;

/** How the list is sorted by a column; null if by another one. */
function directionOf(first: Sort | undefined, sort: Sort) {
  if (first === undefined || (sort !== first && sort !== reversed(first))) return null;
  return sort.startsWith('-') ? 'descending' : 'ascending';
}

/** The cells of a row, all covered by its link. Memoized, so that scrolling renders only new rows. */
const ClientRow = memo(function ClientRow(props: ListedClient & Pick<ClientRowsProps, 'columns'>) {
  const { facts, documents, found, columns: shown, year, ...link } = props;
  const { t } = useLingui();
  const { mediumDate } = useDates();
  const { email, phone, role, created_at } = link.client;
  const cells: Record<ColumnId, () => ReactNode> = {
    email: () => <span className="truncate">{email}</span>,
    phone: () => <span className="figures truncate text-muted">{showPhone(phone, t)}</span>,
    role: () => <RoleBadge role={role} />,
    created: () => <span className="figures truncate text-muted">{mediumDate(created_at)}</span>,
    form: () => <FormFact facts={facts} year={year} />,
    return: () => <ReturnFact facts={facts} />,
    files: () => <NewFilesFact facts={facts} />,
    preparer: () => <WordsFact words={facts?.preparer} />,
    tags: () => <WordsFact words={facts && (facts.tags?.join(', ') || null)} />,
    activity: () => <DateFact at={facts?.last_upload_at} />,
    missing: () => <MissingDocuments list={documents} />,
    reminded: () => <DateFact at={documents?.remindedAt} />,
    waiting: () => <WaitingFact facts={facts} />,
  };
  return (
    <>
      <td className={classNames('flex min-w-0 flex-col', found ? 'leading-[1.1]' : 'leading-tight')}>
        <span className="flex min-w-0 items-center gap-1.5">
          <ClientLink {...link} className="truncate" />
          <ThreadMark state={facts?.thread} />
        </span>
        <FoundBy person={found} />
      </td>
      {shown.map((id) => (
        <td key={id} className={classNames('flex min-w-0 items-center', alignOf(id))}>
          {cells[id]()}
        </td>
      ))}
    </>
  );
});
