import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Profile } from '#app/shared/session/profile.ts';
import { msg } from '#domain/language/message.ts';
import type { ListFilters } from '../../manage-params.ts';
import { type ShortcutGroup, useListedShortcuts } from '../../shortcuts.tsx';
import { useKeys } from '../../use-keys.ts';
import type { Marks } from '../bulk/selection/marks.ts';
import { clientRowOf, focusClient } from '../client-focus.ts';
import { BLOCK_ROWS } from '../clients-query.ts';
import type { ColumnId } from '../columns/columns.ts';
import type { Clients } from '../use-clients.ts';
import type { ListedClient } from './client-link.tsx';

/** Rows rendered beyond the visible range, so that the arrow keys nearly always find the next one. */
const OVERSCAN = 12;
const PAGE_STEP = 10;

const shortcuts: ShortcutGroup = {
  title: msg`In the list of clients`,
  shortcuts: [
    { keys: ['↑', '↓', 'j', 'k'], does: msg`Move between clients` },
    {
      keys: [msg({ message: 'Home', context: 'key' }), msg({ message: 'End', context: 'key' })],
      does: msg`Go to the first or the last client`,
    },
    {
      keys: [msg({ message: 'Page Up', context: 'key' }), msg({ message: 'Page Down', context: 'key' })],
      does: msg`Move by ten clients`,
    },
    { keys: [msg({ message: 'Enter', context: 'key' })], does: msg`Open the client` },
  ],
};

interface RowRange {
  first: number;
  last: number;
}

/** What the table and the cards have in common. */
export interface ClientRowsProps {
  filters: ListFilters;
  columns: readonly ColumnId[];
  clients: Clients;
  onSee: (range: RowRange) => void;
  /** Null until their script is here. */
  marks: Marks | null;
}

/**
 * The rows to render of a list that scrolls with the window. One row is in the tab order; the arrow keys, j and k, Home,
 * End, and the page keys move the focus.
 */
export function useRowWindow({ filters, clients, marks, onSee }: ClientRowsProps, rowHeight: number) {
  const { matching: count, clientAt, factsOf, documentsOf, foundBy } = clients;
  const { search } = useLocation();
  useListedShortcuts(shortcuts);
  const [top, setTop] = useState(0);
  const [active, setActive] = useState(0);
  /** The row to focus when it is there: it may have to be rendered or loaded. */
  const wanted = useRef<number | null>(null);
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
  const items = virtualizer.getVirtualItems();
  // Exactly one rendered row must be in the tab order.
  const stop = items.some(({ index }) => index === active) ? active : (items[0]?.index ?? 0);
  /** When a row gets the focus, by whatever means. */
  const onFocus = useCallback((index: number) => {
    if (wanted.current !== index) wanted.current = null;
    setActive(index);
  }, []);

  function goTo(index: number): void {
    const next = Math.max(0, Math.min(index, count - 1));
    setActive(next);
    wanted.current = focusClient(next) ? null : next;
    if (wanted.current !== null) virtualizer.scrollToIndex(next);
  }

  useEffect(() => {
    if (wanted.current !== null && focusClient(wanted.current)) wanted.current = null;
  });

  function onKeyDown(event: KeyboardEvent): void {
    const from = clientRowOf(document.activeElement);
    if (from === null || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const to = targetOf(event.key, wanted.current ?? from, count);
    if (to === null) return;
    event.preventDefault();
    goTo(to);
  }

  useKeys(({ key, ctrlKey, metaKey, altKey }) => {
    const enters = count > 0 && (key === 'j' || key === 'k') && !ctrlKey && !metaKey && !altKey;
    if (enters) goTo(stop);
    return enters;
  }, 'input, textarea, select, [contenteditable], [id^="client-row-"]');

  function rowOf(client: Profile, index: number): ListedClient {
    const { user_id } = client;
    const known = { facts: factsOf(user_id), documents: documentsOf(user_id), found: foundBy(user_id) };
    return { ...known, client, year: filters.year, index, search, isStop: index === stop, onFocus };
  }

  return {
    rows: items.map(({ index, start, size }) => {
      const client = clientAt(index);
      return {
        index,
        style: { height: size, top: start - top },
        mark: client && marks?.of(client, index),
        /** Undefined while loading. */
        row: client && rowOf(client, index),
      };
    }),
    onKeyDown,
    measureTop,
    height: virtualizer.getTotalSize(),
  };
}

function targetOf(key: string, from: number, count: number): number | null {
  const targets: Record<string, number> = {
    ArrowDown: from + 1,
    j: from + 1,
    ArrowUp: from - 1,
    k: from - 1,
    PageDown: from + PAGE_STEP,
    PageUp: from - PAGE_STEP,
    Home: 0,
    End: count - 1,
  };
  return targets[key] ?? null;
}

/** Extends the visible range to whole blocks. */
function blocksAround({ startIndex, endIndex }: { startIndex: number; endIndex: number }): RowRange {
  const first = Math.floor(startIndex / BLOCK_ROWS) * BLOCK_ROWS;
  const last = (Math.floor((endIndex + OVERSCAN) / BLOCK_ROWS) + 1) * BLOCK_ROWS - 1;
  return { first, last };
}
