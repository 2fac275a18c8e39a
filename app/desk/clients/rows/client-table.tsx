import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { ColumnHeaders } from '../columns/column-headers.tsx';
import { gridColumns } from '../columns/columns.ts';
import { ClientRow } from './client-row.tsx';
import type { ClientRowsProps } from './client-rows-props.ts';
import { useRowWindow } from './use-row-window.ts';

const HEIGHT = 32;
/** The padding at the start is the place of the checkboxes (app/desk/clients/bulk), which come later. */
const track = 'grid items-center gap-x-2 pr-3 pl-9';

export function ClientTable(props: ClientRowsProps) {
  const { filters, columns, count, clientAt, factsOf, documentsOf, foundBy, isOutdated, onSee, marks } =
    props;
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
