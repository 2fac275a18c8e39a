import { Trans, useLingui } from '@lingui/react/macro';
import { EllipsisVertical, GripVertical } from 'lucide-react';
import { useId } from 'react';
import { useDragAndDrop } from 'react-aria-components';
import { Button } from 'react-aria-components/Button';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { Link, useNavigate } from 'react-router';
import type { ThreadState } from '#app/conversation/queries.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Menu } from '#app/ui/overlays/menu.tsx';
import type { DocumentList } from '#contract/document-lists.ts';
import { daysSince, officeDay } from '#domain/office-time/office-day.ts';
import { stepLabel } from '#domain/returns/step-label.ts';
import {
  nextStatuses,
  type ReturnStatus,
  returnStatusNames,
  waitsForClient,
} from '#domain/returns/tax-return.ts';
import type { ListsByClient } from '../document-lists/document-lists-query.ts';
import { MissingFact } from '../document-lists/list-facts.tsx';
import { ThreadMark } from '../inbox/thread-mark.tsx';
import type { BoardCard, BoardColumn } from './board-query.ts';

/** The data type of a dragged card. Other windows don't accept it. */
const CARD_TYPE = 'application/x-nutmeg-return';

interface BoardColumnListProps {
  status: ReturnStatus;
  column: BoardColumn | undefined;
  /** What conversations wait for, by client. */
  threads: ReadonlyMap<string, ThreadState> | undefined;
  /** How far they are with their documents, by client; undefined where that doesn't matter. */
  documents: ListsByClient | undefined;
  /** The list of the column's clients. */
  listHref: string;
  nameOf: (preparerId: string) => string;
  /** The card that is being dragged, from any column. */
  dragged: BoardCard | null;
  onDrag: (card: BoardCard | null) => void;
  onMove: (card: BoardCard, to: ReturnStatus | 'paid') => void;
  onAssign: (card: BoardCard) => void;
}

/** The returns in one step. A card can be dropped where its menu could move it, too. */
export function BoardColumnList(props: BoardColumnListProps) {
  const { status, column, threads, documents, listHref, nameOf, dragged } = props;
  const { onDrag, onMove, onAssign } = props;
  const { t } = useLingui();
  const navigate = useNavigate();
  const { timeZone } = useOffice();
  const heading = useId();
  const { total = 0, cards = [] } = column ?? {};
  const now = new Date();
  const { day: today } = officeDay(now, timeZone);
  const takes = dragged !== null && nextStatuses(dragged.status, 'staff').includes(status);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ [CARD_TYPE]: String(key) })),
    getAllowedDropOperations: () => ['move'],
    acceptedDragTypes: [CARD_TYPE],
    onDragStart: ({ keys }) => onDrag(cards.find(({ id }) => keys.has(id)) ?? null),
    onDragEnd: () => onDrag(null),
    getDropOperation: (place) => (place.type === 'root' && takes ? 'move' : 'cancel'),
    onRootDrop: () => {
      if (dragged) onMove(dragged, status);
    },
  });

  return (
    <section
      aria-labelledby={heading}
      className={classNames(
        'flex min-w-0 flex-col overflow-clip rounded-card border border-line bg-sunken max-lg:w-full lg:min-w-40 lg:flex-1',
        dragged !== null && !takes && dragged.status !== status && 'opacity-60',
      )}
    >
      {/* The same height in all columns. */}
      <div className="px-4 py-2 text-sm leading-snug lg:min-h-[4.75rem]">
        <div className="flex items-baseline justify-between gap-2">
          <h2 id={heading} className="font-sans text-sm leading-snug font-semibold">
            {t(returnStatusNames[status])}
          </h2>
          <span className="figures text-muted">{total}</span>
        </div>
        {waitsForClient(status) && (
          <p className="text-xs leading-snug text-muted">{t`Waits for the client`}</p>
        )}
      </div>
      <GridList
        aria-labelledby={heading}
        items={cards}
        // React Aria renders rows again only if these change.
        dependencies={[today, threads, documents, nameOf, onMove, onAssign]}
        dragAndDropHooks={dragAndDropHooks}
        onAction={(id) => {
          const card = cards.find((one) => one.id === id);
          if (card) void navigate(`/manage?client=${card.user_id}`);
        }}
        renderEmptyState={() => (
          <p className="px-4 py-3 text-sm text-muted">
            <Trans context="tax returns">None</Trans>
          </p>
        )}
        className="min-h-24 flex-1 border-t border-line -outline-offset-3 drop-target:bg-action-soft drop-target:outline-2 drop-target:-outline-offset-2 drop-target:outline-action"
      >
        {(card) => (
          <BoardCardRow
            card={card}
            days={daysSince(Date.parse(card.updated_at), now.getTime(), timeZone)}
            thread={threads?.get(card.user_id)}
            documents={documents?.get(card.user_id)}
            preparer={card.preparer_id === null ? null : nameOf(card.preparer_id)}
            {...{ onMove, onAssign }}
          />
        )}
      </GridList>
      {total > cards.length && (
        <p className="border-t border-line bg-surface px-4 py-2 text-sm">
          <Link to={listHref} className="link">
            <Trans>Show all in the list</Trans>
          </Link>
        </p>
      )}
    </section>
  );
}

interface BoardCardRowProps extends Pick<BoardColumnListProps, 'onMove' | 'onAssign'> {
  card: BoardCard;
  /** Days in this step. */
  days: number;
  preparer: string | null;
  thread: ThreadState | undefined;
  documents: DocumentList | undefined;
}

/** One return: Enter opens the case, the menu or a drag moves it, and the menu assigns it. */
function BoardCardRow(props: BoardCardRowProps) {
  const { card, days, preparer, thread, documents, onMove, onAssign } = props;
  const { t } = useLingui();
  const { client_name: clientName, kind, status } = card;
  const isPaid = card.paid_at !== null;
  const actions = [
    ...(status === 'payment_due' && !isPaid
      ? [{ id: 'paid', label: t`Record payment`, onAction: () => onMove(card, 'paid') }]
      : []),
    ...nextStatuses(status, 'staff').map((to) => ({
      id: to,
      label: t(stepLabel(status, to)),
      onAction: () => onMove(card, to),
    })),
    { id: 'assign', label: t`Assign`, onAction: () => onAssign(card) },
  ];
  return (
    <GridListItem
      id={card.id}
      textValue={clientName}
      className="group/card relative flex cursor-pointer items-start gap-1 border-b border-line bg-surface py-1.5 pr-1 pl-4 text-sm last:border-b-0 hover:bg-sunken focus-visible:-outline-offset-3 dragging:opacity-50"
    >
      {({ allowsDragging }) => (
        <>
          {allowsDragging && (
            <Button
              slot="drag"
              className="absolute inset-y-0 left-0 flex w-4 cursor-grab items-center justify-center text-muted opacity-0 max-lg:hidden group-hover/card:opacity-100 focus-visible:opacity-100"
            >
              <GripVertical size={14} aria-hidden />
            </Button>
          )}
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="line-clamp-2 font-semibold wrap-anywhere">{clientName}</span>
            <span className="flex flex-wrap items-center gap-x-2 text-muted">
              <span className="figures whitespace-nowrap">
                {days === 0 ? <Trans>today</Trans> : <Trans>{days} d</Trans>}
              </span>
              <ThreadMark state={thread} />
              {documents && documents.total > 0 && <Missing list={documents} />}
              {kind === 'business' && (
                <span>
                  <Trans context="tax return">business</Trans>
                </span>
              )}
              {preparer && <span className="max-w-full truncate">{preparer}</span>}
              {isPaid && status === 'payment_due' && (
                <Badge tone="success" size="small">
                  <Trans context="tax return">Paid</Trans>
                </Badge>
              )}
            </span>
          </span>
          <Menu
            label={t`Move or assign the return of ${clientName}`}
            trigger={
              <IconButton
                dense
                label={t`Move or assign the return of ${clientName}`}
                icon={<EllipsisVertical size={16} aria-hidden />}
              />
            }
            actions={actions}
          />
        </>
      )}
    </GridListItem>
  );
}

/** How many documents are missing; the tip says when the office last asked. */
function Missing({ list }: { list: DocumentList }) {
  const { t } = useLingui();
  const { mediumDate } = useDates();
  const { remindedAt } = list;
  return (
    <span
      title={remindedAt === null ? t`Not reminded yet` : t`Last reminded ${{ date: mediumDate(remindedAt) }}`}
    >
      <MissingFact list={list} isAlone />
    </span>
  );
}
