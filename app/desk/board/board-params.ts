import { changedSearch } from '#app/shared/browser/changed-search.ts';
import { type ReturnStatus, returnStatuses } from '#domain/returns/tax-return.ts';
import { filtersIn, type ListFilters, listSearch } from '../manage-params.ts';

/**
 * The query parameters of /manage/board: the `year`, the `preparer`, and the days of `waiting`, as the list of clients has
 * them, and on phones the shown `step`.
 */
export interface BoardParams extends Pick<ListFilters, 'year' | 'preparer' | 'waitingDays'> {
  step: ReturnStatus;
}

export const waitingChoices = [0, 7, 14, 30] as const;

export function parseBoardParams(parameters: URLSearchParams, thisYear: number): BoardParams {
  const { year, preparer, waitingDays: waiting } = filtersIn(parameters, thisYear);
  const step = parameters.get('step');
  return {
    year,
    preparer,
    waitingDays: waitingChoices.find((days) => days === waiting) ?? 0,
    step: returnStatuses.find((status) => status === step) ?? 'not_started',
  };
}

/** The filters of the list of clients for one column. Filed returns don't wait, so the list has none by their days. */
export function listFiltersOf({ year, preparer, waitingDays }: BoardParams, status: ReturnStatus) {
  const waits = status !== 'e_filed' && status !== 'accepted';
  return { status, year, preparer, waitingDays: waits ? waitingDays : 0 };
}

/** The query string of the board with these changes. Values that are the default leave it. */
export function boardSearch(params: BoardParams, changes: Partial<BoardParams>, thisYear: number): string {
  const { step, ...filters } = { ...params, ...changes };
  return changedSearch(listSearch('', filters, thisYear), { step: step === 'not_started' ? null : step });
}
