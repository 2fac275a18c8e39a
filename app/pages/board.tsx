import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { AssignDialog } from '#app/desk/assignments/return-people.tsx';
import { ReturnPayment } from '#app/desk/billing/return-payment.tsx';
import { BoardColumnList } from '#app/desk/board/board-column.tsx';
import { BoardFilters } from '#app/desk/board/board-filters.tsx';
import { boardSearch, listFiltersOf, parseBoardParams } from '#app/desk/board/board-params.ts';
import {
  type BoardCard,
  boardDocumentsQuery,
  boardKey,
  boardQuery,
  boardThreadsKey,
  boardThreadsQuery,
  isCollecting,
} from '#app/desk/board/board-query.ts';
import { SeasonChart } from '#app/desk/board/season-chart.tsx';
import { useStaff } from '#app/desk/inbox/assignees.ts';
import { listSearch } from '#app/desk/manage-params.ts';
import { type ShortcutGroup, useListedShortcuts } from '#app/desk/shortcuts.tsx';
import { StepDialog } from '#app/returns/staff/step-dialog.tsx';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import { unlistedMeta } from '#app/shared/meta.ts';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { useWideScreen } from '#app/ui/layout/use-wide-screen.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { msg } from '#domain/language/message.ts';
import { type ReturnStatus, returnStatuses, returnTitle } from '#domain/returns/tax-return.ts';

export const meta = unlistedMeta('/manage/board', {
  title: msg`Board`,
  description: msg`For staff: the returns of a year by step.`,
});

const shortcuts: ShortcutGroup = {
  title: msg`On the board`,
  shortcuts: [
    { keys: ['↑', '↓'], does: msg`Move between returns` },
    { keys: [msg({ message: 'Enter', context: 'key' })], does: msg`Open the client` },
    { keys: ['→'], does: msg`Go to the menu of a return, which moves or assigns it` },
  ],
};

interface Move {
  card: BoardCard;
  to: ReturnStatus | 'paid';
}

/** The returns of a year, a column for each step. All view state is in the URL. */
export default function Board() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const isWide = useWideScreen();
  useListedShortcuts(shortcuts);
  const thisYear = useOfficeYear();
  const params = parseBoardParams(search, thisYear);
  const { ownId, staff, preparers } = useStaff();
  const { data: board, error, refetch } = useQuery(boardQuery(params, ownId));
  const { data: threads } = useQuery(boardThreadsQuery(board));
  const { data: documents } = useQuery(boardDocumentsQuery(board, params.year));
  const [dragged, setDragged] = useState<BoardCard | null>(null);
  const [move, setMove] = useState<Move | null>(null);
  const [assigned, setAssigned] = useState<BoardCard | null>(null);
  const reload = () => invalidate(boardKey);
  useLiveChanges([{ table: 'tax_returns' }], reload);
  useLiveChanges([{ table: 'thread_messages' }], () => invalidate(boardThreadsKey));

  function nameOf(preparerId: string): string {
    const found = staff.find(({ user_id }) => user_id === preparerId);
    return found ? displayName(found) : t`A former colleague`;
  }

  const close = () => setMove(null);

  const shown = isWide ? returnStatuses : [params.step];
  return (
    <div className="staff-page flex flex-col gap-4 py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-lg">{t`Board`}</h1>
        <SeasonChart year={params.year} />
      </div>
      <BoardFilters
        params={params}
        staff={preparers.filter(({ user_id }) => user_id !== ownId)}
        board={board}
        onChange={(changes) =>
          void navigate({ search: boardSearch(params, changes, thisYear) }, { preventScrollReset: true })
        }
      />
      {error && (
        <LoadProblem
          title={t`We couldn’t load the board: ${{ problem: messageOf(error, t) }}`}
          onRetry={refetch}
        />
      )}
      {!board && !error && <Loading />}
      {board && (
        <div className="flex items-stretch gap-2 overflow-x-auto pb-2 max-lg:flex-col">
          {shown.map((status) => (
            <BoardColumnList
              key={status}
              status={status}
              column={board.get(status)}
              threads={threads}
              documents={isCollecting(status) ? documents : undefined}
              listHref={`/manage${listSearch('', listFiltersOf(params, status), thisYear)}`}
              nameOf={nameOf}
              dragged={dragged}
              onDrag={setDragged}
              onMove={(card, to) => setMove({ card, to })}
              onAssign={setAssigned}
            />
          ))}
        </div>
      )}
      {assigned && (
        <AssignDialog
          clientId={assigned.user_id}
          returnId={assigned.id}
          about={`${assigned.client_name}: ${t(returnTitle({ ...assigned, year: params.year }))}`}
          onClose={() => setAssigned(null)}
        />
      )}
      {move && move.to !== 'paid' && (
        <StepDialog
          taxReturn={{ ...move.card, clientId: move.card.user_id, year: params.year }}
          clientName={move.card.client_name}
          to={move.to}
          onClose={close}
          onTried={reload}
        />
      )}
      {move?.to === 'paid' && (
        <ReturnPayment
          taxReturn={move.card}
          about={move.card.client_name}
          onTried={reload}
          onDone={() => {
            setMove(null);
            notify('success', t`${{ name: move.card.client_name }}’s payment was recorded.`);
          }}
          onClose={close}
        />
      )}
    </div>
  );
}
