import { Trans, useLingui } from '@lingui/react/macro';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import type { Profile } from '#app/shared/session/profile.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { useWideScreen } from '#app/ui/layout/use-wide-screen.ts';
import { focusClient } from './client-focus.ts';
import { ClientRow, rowColumns } from './client-row.tsx';
import { BLOCK_ROWS, type ClientFacts } from './clients-query.ts';

const WIDE_ROW = 40;
const NARROW_ROW = 124;
/** Rows rendered beyond the visible range, so that the arrow keys always find the next one. */
const OVERSCAN = 12;

export interface ClientRowsProps {
  count: number;
  clientAt: (index: number) => Profile | undefined;
  factsOf: (userId: string) => ClientFacts | undefined;
  /** The year of the form and the return. */
  year: number;
  /** Whether the results are of the previous search. */
  isOutdated: boolean;
  onSee: (range: { first: number; last: number }) => void;
}

/** A virtualized list. Arrow keys move between rows. */
export function ClientRows(props: ClientRowsProps) {
  const { t } = useLingui();
  const { count, clientAt, factsOf, year, isOutdated, onSee } = props;
  const { search } = useLocation();
  const rowHeight = useWideScreen() ? WIDE_ROW : NARROW_ROW;
  const [top, setTop] = useState(0);
  const [active, setActive] = useState(0);
  const measureTop = useCallback((list: HTMLElement | null) => {
    if (!list) return;
    const measure = () => setTop(list.getBoundingClientRect().top + window.scrollY);
    measure();
    // Content above the list, such as a queue, can change its position.
    const moves = new ResizeObserver(measure);
    moves.observe(document.body);
    return () => moves.disconnect();
  }, []);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
    // Report whole blocks, so that scrolling rarely changes the queries.
    onChange: ({ range }) => range && onSee(blocksAround(range)),
  });
  const rows = virtualizer.getVirtualItems();
  // Exactly one rendered row must be in the tab order.
  const stop = rows.some((row) => row.index === active) ? active : rows[0]?.index;

  return (
    <div
      className={classNames('rounded-card border border-line bg-surface text-sm', isOutdated && 'opacity-60')}
    >
      <div
        aria-hidden="true"
        className={classNames(
          rowColumns,
          'hidden h-10 items-center rounded-t-card border-b border-line bg-sunken font-semibold whitespace-nowrap text-muted',
        )}
      >
        <span>
          <Trans>Name</Trans>
        </span>
        <span>
          <Trans>Email</Trans>
        </span>
        <span>
          <Trans>Phone</Trans>
        </span>
        <span>
          <Trans>Role</Trans>
        </span>
        <span>
          <Trans>Created</Trans>
        </span>
        <span>
          <Trans context="column of the tax form">Form</Trans>
        </span>
        <span>
          <Trans context="tax return">Return {year}</Trans>
        </span>
        <span>
          <Trans>Files</Trans>
        </span>
      </div>
      <ol
        key={rowHeight}
        aria-label={t`Users`}
        aria-busy={isOutdated}
        ref={measureTop}
        onKeyDown={(event) => moveFocus(event, count)}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map(({ index, start, size }) => {
          const client = clientAt(index);
          return (
            <li
              key={index}
              aria-setsize={count}
              aria-posinset={index + 1}
              className="absolute inset-x-0 border-b border-line last:border-b-0 hover:bg-sunken"
              style={{ height: size, top: start - top }}
            >
              {client ? (
                <ClientRow
                  client={client}
                  facts={factsOf(client.user_id)}
                  year={year}
                  index={index}
                  search={search}
                  isStop={index === stop}
                  onFocus={setActive}
                />
              ) : (
                <Skeleton className="m-3 h-4 w-1/2" />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** Extends the visible range to whole blocks. */
function blocksAround({ startIndex, endIndex }: { startIndex: number; endIndex: number }) {
  const first = Math.floor(startIndex / BLOCK_ROWS) * BLOCK_ROWS;
  const last = (Math.floor((endIndex + OVERSCAN) / BLOCK_ROWS) + 1) * BLOCK_ROWS - 1;
  return { first, last };
}

function moveFocus(event: KeyboardEvent, count: number): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const from = Number(document.activeElement?.id.match(/\d+$/)?.[0] ?? Number.NaN);
  if (step === undefined || Number.isNaN(from)) return;
  const next = from + step;
  if (next < 0 || next >= count || !focusClient(next)) return;
  event.preventDefault();
}
