import { type ReturnStatus, returnStatuses } from '#domain/returns/tax-return.ts';
import { isUuid } from '#domain/text/uuid.ts';
import type { ListFilters } from '../manage-params.ts';

/**
 * The query parameters of /manage/board: the `year`, the `preparer` (`me`, `none`, or an id), `waiting` for how many days,
 * and on phones the shown `step`.
 */
export interface BoardParams {
  year: number;
  /** An id of staff; `me` and `none` stand for the reader and for clients without a preparer; null for all. */
  preparer: string | null;
  /** Only returns that have not moved for so many days; 0 for all. */
  waitingDays: number;
  step: ReturnStatus;
}

export const waitingChoices = [0, 7, 14, 30] as const;

export function parseBoardParams(parameters: URLSearchParams, thisYear: number): BoardParams {
  const year = Number(parameters.get('year'));
  const preparer = parameters.get('preparer') ?? '';
  const waiting = Number(parameters.get('waiting'));
  const step = parameters.get('step');
  return {
    year: Number.isInteger(year) && year >= 2000 && year <= thisYear ? year : thisYear,
    preparer: preparer === 'me' || preparer === 'none' || isUuid(preparer) ? preparer : null,
    waitingDays: waitingChoices.find((days) => days === waiting) ?? 0,
    step: returnStatuses.find((status) => status === step) ?? 'not_started',
  };
}

/** The filters of the list of clients for one column. Filed returns don't wait, so the list has none by their days. */
export function listFiltersOf(params: BoardParams, status: ReturnStatus): Partial<ListFilters> {
  const { year, preparer, waitingDays } = params;
  const waits = status !== 'e_filed' && status !== 'accepted';
  return { status, year, preparer: preparer ?? 'any', waitingDays: waits ? waitingDays : 0 };
}

/** The query string of the board with these changes. Values that are the default leave it. */
export function boardSearch(params: BoardParams, changes: Partial<BoardParams>, thisYear: number): string {
  const { year, preparer, waitingDays, step } = { ...params, ...changes };
  const query = new URLSearchParams({
    ...(year !== thisYear && { year: String(year) }),
    ...(preparer !== null && { preparer }),
    ...(waitingDays !== 0 && { waiting: String(waitingDays) }),
    ...(step !== 'not_started' && { step }),
  }).toString();
  return query === '' ? '' : `?${query}`;
}
