import { useLingui } from '@lingui/react/macro';
import { GripVertical } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { createContext, type KeyboardEvent, type RefObject, useContext, useEffect, useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import type { ListState } from 'react-aria-components/GridList';
import {
  GridList,
  GridListItem,
  type GridListItemProps,
  type GridListProps,
} from 'react-aria-components/GridList';
import { classNames } from '../class-names.ts';
import { Checkbox } from '../fields/checkbox.tsx';
import { beginsIn, noWord, typeLetter } from './type-ahead.ts';

export interface ItemListProps<T extends object>
  extends Omit<GridListProps<T>, 'className' | 'style' | 'layout'> {
  label: string;
}

/**
 * Rows with a name, details, and actions, such as files, in a frame with a heading or toolbar. The list is one Tab stop:
 * arrows move between rows and into a row's actions, Space selects, Enter opens.
 */
export function ItemList<T extends object>({ label, ...rest }: ItemListProps<T>) {
  const { list: state, onKeyDownCapture } = useTypeAhead();
  return (
    <TypeAheadContext value={state}>
      {/* Outside the list, which would treat Space as its own. */}
      <div onKeyDownCapture={onKeyDownCapture}>
        <GridList
          selectionBehavior="toggle"
          {...rest}
          disallowTypeAhead
          aria-label={label}
          // The last border overlaps the frame's. A virtualized row doesn't know that it is the last.
          className="-mb-px bg-surface outline-none"
        />
      </div>
    </TypeAheadContext>
  );
}

export interface ItemRowProps
  extends Omit<GridListItemProps, 'className' | 'style' | 'children' | 'textValue' | 'onContextMenu'> {
  /** The name, for type-ahead and screen readers. */
  textValue: string;
  icon?: ReactNode;
  title: ReactNode;
  /** Second line: size, date. */
  detail?: ReactNode;
  /** Columns instead of the second line, for dense rows. */
  cells?: ReactNode;
  badge?: ReactNode;
  actions?: ReactNode;
  /** For staff: rows of 40 px on wide screens and 52 px on phones, instead of 64 px. */
  dense?: boolean;
  /** The context menu, by right click or its key. */
  onContextMenu?: (event: MouseEvent<HTMLElement>) => void;
}

export function ItemRow(props: ItemRowProps) {
  const { icon, title, detail, cells, badge, actions, dense = false, ...rest } = props;
  const hasCells = cells !== undefined;
  return (
    <GridListItem
      {...rest}
      className={classNames(
        'group/row relative flex cursor-default items-center gap-1 border-b border-line pr-1 pl-2 lg:pr-2 lg:pl-4 data-[href]:cursor-pointer hover:bg-sunken selected:bg-action-soft focus-visible:-outline-offset-3',
        // Scrolling into view leaves room for the toolbar above, and for messages and tools below.
        'scroll-mt-32 scroll-mb-[calc(var(--bottom-bar)+var(--dock)+6rem)]',
        'drop-target:bg-action-soft drop-target:outline-2 drop-target:-outline-offset-2 drop-target:outline-action dragging:opacity-50',
        rest.onAction && 'cursor-pointer',
        'py-0.5',
        dense ? 'min-h-[52px] lg:min-h-[40px] lg:gap-2 lg:py-0 lg:text-sm' : 'min-h-[64px] lg:gap-3',
      )}
    >
      {({ selectionMode, allowsDragging, state }) => (
        <>
          <ListStateNote state={state} />
          {allowsDragging && (
            <Button
              slot="drag"
              className="absolute inset-y-0 left-0 flex w-5 cursor-grab items-center justify-center rounded-sm text-muted opacity-0 max-lg:hidden group-hover/row:opacity-100 focus-visible:opacity-100"
            >
              <GripVertical size={14} aria-hidden />
            </Button>
          )}
          {selectionMode === 'multiple' && <Checkbox slot="selection" dense={dense} className="-mx-2" />}
          {icon && <span className="shrink-0 text-action">{icon}</span>}
          <div
            className={classNames(
              'ml-1 min-w-0 flex-1 lg:ml-0',
              hasCells && 'lg:flex lg:items-center lg:gap-3',
            )}
          >
            <div
              className={classNames(
                'line-clamp-2 text-[0.9375rem] leading-[1.2] font-medium break-words lg:line-clamp-1 lg:text-base lg:leading-snug',
                dense && 'lg:text-sm',
                hasCells && 'lg:min-w-0',
              )}
            >
              {title}
            </div>
            {(badge || detail) && (
              <div
                className={classNames(
                  'figures mt-0.5 flex items-center gap-x-2 text-xs leading-[1.3] text-muted max-lg:flex-wrap',
                  // Dense rows have cells, except in a narrow list.
                  !dense && 'lg:text-sm',
                )}
              >
                {badge}
                {detail && <span className="max-lg:wrap-anywhere lg:truncate">{detail}</span>}
              </div>
            )}
          </div>
          {cells}
          {actions && <div className="flex shrink-0 items-center">{actions}</div>}
        </>
      )}
    </GridListItem>
  );
}

/** Modifier keys used to type a character. */
const silent = new Set(['Shift', 'CapsLock', 'AltGraph', 'Dead', 'Process']);

type ListRef = RefObject<ListState<unknown> | null>;

/** The rows write the state of their list here, since GridList has no ref for it. */
const TypeAheadContext = createContext<ListRef | null>(null);

/** Render it in each row. */
function ListStateNote({ state }: { state: ListState<unknown> }) {
  const list = useContext(TypeAheadContext);
  useEffect(() => {
    if (list) list.current = state;
  }, [list, state]);
  return null;
}

/**
 * Moves focus to a row by the first letters of its name. React Aria's type-ahead keeps the word for a second
 * whatever is pressed: it swallows the Space that should select, and loses the first letter of another name.
 */
function useTypeAhead() {
  const list = useRef<ListState<unknown> | null>(null);
  const word = useRef(noWord);
  const { i18n } = useLingui();

  function onKeyDownCapture(event: KeyboardEvent<HTMLElement>): void {
    const { key, target, currentTarget } = event;
    const state = list.current;
    // Events of the rows' menus bubble here too, although their DOM is elsewhere.
    if (!state || !(target instanceof Node) || !currentTarget.contains(target) || silent.has(key)) return;
    const { selectionManager, collection } = state;
    const rows = () => [...collection].map((item) => ({ key: item.key, text: item.textValue }));
    const isLetter = [...key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    // When the key was pressed: a busy page handles keys late, and the pause between two is the person's.
    const now = event.timeStamp;
    const begins = beginsIn(i18n.locale);
    const step = isLetter && typeLetter(key, now, word.current, rows(), selectionManager.focusedKey, begins);
    if (!step) {
      word.current = noWord;
      return;
    }
    word.current = step.word;
    if (step.key === null) return;
    selectionManager.setFocusedKey(step.key);
    event.preventDefault();
    event.stopPropagation();
  }

  return { list, onKeyDownCapture };
}
