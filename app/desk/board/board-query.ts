import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchThreadStates } from '#app/conversation/queries.ts';
import { dataOf } from '#app/shared/api/done.ts';
import { functionQuery, type RowOf } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import {
  isReturnKind,
  isReturnStatus,
  type ReturnKind,
  type ReturnStatus,
} from '#domain/returns/tax-return.ts';
import { documentListsQuery } from '../document-lists/document-lists-query.ts';
import type { BoardParams } from './board-params.ts';

/** `updated_at` is when it came to this step. */
export interface BoardCard
  extends Pick<RowOf<'board_returns'>, 'id' | 'user_id' | 'client_name' | 'updated_at'> {
  readonly kind: ReturnKind;
  readonly status: ReturnStatus;
  readonly paid_at: string | null;
  readonly preparer_id: string | null;
}

export interface BoardColumn {
  /** How many returns are in this step. */
  readonly total: number;
  /** The first of them. */
  readonly cards: readonly BoardCard[];
}

export type Board = ReadonlyMap<ReturnStatus, BoardColumn>;

export const boardKey = ['board'] as const;
export const boardThreadsKey = [...boardKey, 'threads'] as const;

/** Cards in a column. The list of clients has the rest. */
const CARDS = 40;

export function boardQuery({ year, preparer, waitingDays }: BoardParams, ownId: string) {
  return queryOptions({
    queryKey: [...boardKey, year, preparer, waitingDays] as const,
    queryFn: async ({ signal }): Promise<Board> => {
      const isPerson = preparer !== 'any' && preparer !== 'none';
      const data = await dataOf(
        rest.rpc(
          'board_returns',
          {
            list_year: year,
            ...(isPerson && { preparer: preparer === 'me' ? ownId : preparer }),
            unassigned: preparer === 'none',
            waiting_days: waitingDays,
            cards: CARDS,
          },
          { get: true },
        ),
        signal,
      );
      const columns = new Map<ReturnStatus, { total: number; cards: BoardCard[] }>();
      for (const { status, total, kind, ...row } of data) {
        // A later release may know more of them.
        if (!isReturnStatus(status) || !isReturnKind(kind)) continue;
        const column = columns.get(status) ?? { total, cards: [] };
        columns.set(status, column);
        column.cards.push({ ...row, kind, status });
      }
      return columns;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** What the conversations of the clients on the board wait for. */
export function boardThreadsQuery(board: Board | undefined) {
  const ids = [
    ...new Set([...(board?.values() ?? [])].flatMap(({ cards }) => cards.map((card) => card.user_id))),
  ];
  return queryOptions({
    queryKey: [...boardThreadsKey, ids] as const,
    queryFn: ({ signal }) => fetchThreadStates(ids, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The steps in which documents may be missing. */
const COLLECTING: readonly ReturnStatus[] = [
  'not_started',
  'documents_received',
  'in_preparation',
  'waiting_for_documents',
];

export const isCollecting = (status: ReturnStatus): boolean => COLLECTING.includes(status);

/** How far the clients on the board are with their documents, where that matters. */
export function boardDocumentsQuery(board: Board | undefined, year: number) {
  const cards = COLLECTING.flatMap((status) => board?.get(status)?.cards ?? []);
  return {
    ...documentListsQuery([...new Set(cards.map(({ user_id }) => user_id))], year),
    placeholderData: keepPreviousData,
    staleTime: 0,
  };
}

/** `week` counts from January 1, beginning with 0. */
export type SeasonWeek = RowOf<'season_weeks'>;

/** Forms received and returns filed in each week of the year and of the one before. Weeks without any are left out. */
export const seasonQuery = (year: number) => ({
  ...functionQuery([...boardKey, 'season', year], 'season_weeks', { list_year: year }),
  staleTime: 60_000,
});
