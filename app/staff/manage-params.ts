import { isReturnStatus, type ReturnStatus } from '#domain/returns/tax-return.ts';

/**
 * The query parameters of /manage: the search (`q`), the filters (`status`, `form`, `new`, `year`), the open
 * client (`client`), the open part of the case (`tab` on phones, `sheet` for a tax form), the open `folder`,
 * the open `queue`, and in the queue of messages the view (`inbox`) and the open `message`.
 */

export type FormFilter = 'any' | 'sent' | 'missing';
export type ReturnFilter = ReturnStatus | 'none' | 'any';

export interface ListFilters {
  term: string;
  form: FormFilter;
  status: ReturnFilter;
  newFiles: boolean;
  /** The year of the form and the return. */
  year: number;
}

const OF_THE_LIST = ['q', 'status', 'form', 'new', 'year', 'queue', 'inbox', 'message'];

export function filtersIn(parameters: URLSearchParams, thisYear: number): ListFilters {
  const form = parameters.get('form');
  const status = parameters.get('status') ?? '';
  const year = Number(parameters.get('year'));
  return {
    term: (parameters.get('q') ?? '').trim(),
    form: form === 'sent' || form === 'missing' ? form : 'any',
    status: status === 'none' || isReturnStatus(status) ? status : 'any',
    newFiles: parameters.get('new') === '1',
    year: Number.isInteger(year) && year >= 2000 && year <= thisYear ? year : thisYear,
  };
}

export function hasFilters({ term, form, status, newFiles }: ListFilters): boolean {
  return term !== '' || form !== 'any' || status !== 'any' || newFiles;
}

/** The query string of the list with other filters, without an open client. */
export function listSearch(search: string, changes: Partial<ListFilters>, thisYear: number): string {
  const before = new URLSearchParams(search);
  const filters = { ...filtersIn(before, thisYear), ...changes };
  return changed(listOnlySearch(search), {
    q: filters.term.trim() || null,
    form: filters.form === 'any' ? null : filters.form,
    status: filters.status === 'any' ? null : filters.status,
    new: filters.newFiles ? '1' : null,
    year: filters.year === thisYear ? null : String(filters.year),
  });
}

/** The query string of the list, without the parameters of a client. */
export function listOnlySearch(search: string): string {
  const parameters = new URLSearchParams(search);
  for (const name of [...parameters.keys()]) {
    if (!OF_THE_LIST.includes(name)) parameters.delete(name);
  }
  return asSearch(parameters);
}

export function clientSearch(search: string, clientId: string, folder: string): string {
  return changed(listOnlySearch(search), { client: clientId, folder: folder || null });
}

export const tabs = ['files', 'return', 'contact', 'notes'] as const;
export type CaseTab = (typeof tabs)[number];

export function parseCaseTab(parameters: URLSearchParams): CaseTab {
  const wanted = parameters.get('tab');
  return tabs.find((tab) => tab === wanted) ?? 'files';
}

export const tabSearch = (search: string, tab: CaseTab) =>
  changed(search, { tab: tab === 'files' ? null : tab, sheet: null });

/** The query string with this tax form open, or with none. */
export const sheetSearch = (search: string, formId: string | null) => changed(search, { sheet: formId });

function changed(search: string, changes: Record<string, string | null>): string {
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  }
  return asSearch(parameters);
}

function asSearch(parameters: URLSearchParams): string {
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}
