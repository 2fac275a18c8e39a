import { useLingui } from '@lingui/react/macro';
import { memo, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useDates } from '#app/shared/format/dates.ts';
import { RoleBadge } from '#app/shared/session/role-badge.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import type { DocumentList } from '#contract/document-lists.ts';
import { showPhone } from '#domain/contact/phone.ts';
import { ThreadMark } from '../../inbox/thread-mark.tsx';
import {
  FormFact,
  LastFileFact,
  LastReminded,
  MissingDocuments,
  NewFilesFact,
  ReturnFact,
  WaitingFact,
  WordsFact,
} from '../client-facts.tsx';
import type { ClientFacts, PersonFound } from '../clients-query.ts';
import { alignOf, ColumnHeaders } from '../columns/column-headers.tsx';
import { type ColumnId, gridColumns } from '../columns/columns.ts';
import { ClientLink, type ClientLinkProps } from './client-link.tsx';
import { FoundBy } from './found-by.tsx';
import { type ClientRowsProps, useRowWindow } from './use-row-window.ts';

const HEIGHT = 32;
/** The padding at the start is the place of the checkboxes (app/desk/clients/bulk), which come later. */
const track = 'grid items-center gap-x-2 pr-3 pl-9';

export function ClientTable(props: ClientRowsProps) {
  const { filters, columns, clients, onSee, marks } = props;
  const { matching: count, clientAt, factsOf, documentsOf, foundBy, isOutdated } = clients;
  const { t } = useLingui();
  const { search } = useLocation();
  const { rows, stop, measureTop, onKeyDown, onFocus, height, offsetOf } = useRowWindow(count, HEIGHT, onSee);
  const gridTemplateColumns = gridColumns(columns);
  return (
    // Blocks instead of table layout, because visible rows are positioned absolutely.
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: keys move through the rows, as in a grid
      role="grid"
      aria-label={t`Users`}
      aria-busy={isOutdated}
      aria-readonly="true"
      aria-multiselectable={marks !== null}
      aria-rowcount={count + 1}
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
          <ColumnHeaders shown={columns} sort={filters.sort} />
        </tr>
      </thead>
      <tbody ref={measureTop} className="relative block" style={{ height }}>
        {rows.map(({ index, start, size }) => {
          const client = clientAt(index);
          return (
            <tr
              key={index}
              aria-rowindex={index + 2}
              aria-selected={client && marks?.isChosen(client.user_id)}
              className={classNames(
                track,
                'absolute inset-x-0 border-b border-line whitespace-nowrap last:border-b-0 hover:bg-sunken aria-selected:bg-action-soft',
              )}
              style={{ height: size, top: offsetOf(start), gridTemplateColumns }}
            >
              {client && marks?.of(client, index)}
              {client ? (
                <ClientRow
                  client={client}
                  facts={factsOf(client.user_id)}
                  documents={documentsOf(client.user_id)}
                  found={foundBy(client.user_id)}
                  columns={columns}
                  year={filters.year}
                  index={index}
                  search={search}
                  isStop={index === stop}
                  onFocus={onFocus}
                />
              ) : (
                <td>
                  <Skeleton className="h-3 w-2/3" />
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface ClientRowProps extends ClientLinkProps {
  facts: ClientFacts | undefined;
  /** Undefined while loading, and if no column shows it. */
  documents: DocumentList | undefined;
  found: PersonFound | undefined;
  columns: readonly ColumnId[];
  year: number;
}

/** The cells of a row, all covered by its link. Memoized, so that scrolling renders only new rows. */
const ClientRow = memo(function ClientRow(props: ClientRowProps) {
  const { facts, documents, found, columns, year, ...link } = props;
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
    tags: () => <WordsFact words={facts && (facts.tags.join(', ') || null)} />,
    activity: () => <LastFileFact facts={facts} />,
    missing: () => <MissingDocuments list={documents} />,
    reminded: () => <LastReminded list={documents} />,
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
      {columns.map((id) => (
        <td key={id} className={classNames('flex min-w-0 items-center', alignOf(id))}>
          {cells[id]()}
        </td>
      ))}
    </>
  );
});
