import { Trans, useLingui } from '@lingui/react/macro';
import { EllipsisVertical, GripVertical } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { GridListItem } from 'react-aria-components/GridList';
import type { ThreadState } from '#app/conversation/queries.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Menu } from '#app/ui/overlays/menu.tsx';
import type { DocumentList } from '#contract/document-lists.ts';
import { stepLabel } from '#domain/returns/step-label.ts';
import { nextStatuses, type ReturnStatus } from '#domain/returns/tax-return.ts';
import { MissingFact } from '../document-lists/list-facts.tsx';
import { ThreadMark } from '../inbox/thread-mark.tsx';
import type { BoardCard } from './board-query.ts';

export interface BoardCardRowProps {
  card: BoardCard;
  /** Days in this step. */
  days: number;
  preparer: string | null;
  thread: ThreadState | undefined;
  documents: DocumentList | undefined;
  onMove: (to: ReturnStatus) => void;
  onPaid: () => void;
  onAssign: () => void;
}

/** One return: Enter opens the case, the menu or a drag moves it, and the menu assigns it. */
export function BoardCardRow(props: BoardCardRowProps) {
  const { card, days, preparer, thread, documents, onMove, onPaid, onAssign } = props;
  const { t } = useLingui();
  const { client_name: clientName, kind, status } = card;
  const isPaid = card.paid_at !== null;
  const actions = [
    ...(status === 'payment_due' && !isPaid
      ? [{ id: 'paid', label: t`Record payment`, onAction: onPaid }]
      : []),
    ...nextStatuses(status, 'staff').map((to) => ({
      id: to,
      label: t(stepLabel(status, to)),
      onAction: () => onMove(to),
    })),
    { id: 'assign', label: t`Assign`, onAction: onAssign },
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
