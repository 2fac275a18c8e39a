import { changedSearch } from '#app/shared/browser/changed-search.ts';
import { isReturnStatus, type ReturnStatus } from '#domain/returns/tax-return.ts';
import { isUuid } from '#domain/text/uuid.ts';

/**
 * The query parameters of /manage: the search (`q`), the filters (`status`, `form`, `new`, `archived`, `year`,
 * `preparer`, `tag`, `waiting`), the order (`sort`), the `columns` of an open view, the open client (`client`), the open
 * part of the case (`tab` on phones, `sheet` and `step` for a tax form, `answers` for one beside the files), the open `folder`, and the open `queue`.
 */

export type FormFilter = 'any' | 'sent' | 'missing';
export type ReturnFilter = ReturnStatus | 'none' | 'any';

export interface ListFilters {
  term: string;
  form: FormFilter;
  status: ReturnFilter;
  newFiles: boolean;
  /** Archived clients instead of the others. */
  archived: boolean;
  year: number;
  /** The reader's own clients, those of no one, those of this user, or any. */
  preparer: 'any' | 'me' | 'none' | (string & {});
  /** Empty for any tag. */
  tag: string;
  /** A return of that year waits for at least so many days; 0 for any. */
  waitingDays: number;
  sort: Sort;
}

/** What the list can be sorted by. Waiting is by days. */
export const sortKeys = [
  'created',
  'name',
  'activity',
  'step',
  'preparer',
  'missing',
  'reminded',
  'waiting',
] as const;
type SortKey = (typeof sortKeys)[number];
/** With "-" from the largest, as in the address. */
export type Sort = SortKey | `-${SortKey}`;

export const NEWEST_FIRST: Sort = '-created';
/** The database's limits. */
const TAG_LENGTH = 40;
const MOST_DAYS = 999;

const OF_THE_LIST = [
  ...['q', 'status', 'form', 'new', 'archived', 'year', 'preparer', 'tag', 'waiting', 'sort', 'columns'],
  'queue',
];

export function filtersIn(parameters: URLSearchParams, thisYear: number): ListFilters {
  const form = parameters.get('form');
  const status = parameters.get('status') ?? '';
  const year = Number(parameters.get('year'));
  const preparer = parameters.get('preparer') ?? '';
  const days = Number(parameters.get('waiting'));
  return {
    term: (parameters.get('q') ?? '').trim(),
    form: form === 'sent' || form === 'missing' ? form : 'any',
    status: status === 'none' || isReturnStatus(status) ? status : 'any',
    newFiles: parameters.get('new') === '1',
    archived: parameters.get('archived') === '1',
    year: Number.isInteger(year) && year >= 2000 && year <= thisYear ? year : thisYear,
    preparer: preparer === 'me' || preparer === 'none' || isUuid(preparer) ? preparer : 'any',
    tag: [...(parameters.get('tag') ?? '').trim()].slice(0, TAG_LENGTH).join(''),
    waitingDays: Number.isInteger(days) && days > 0 && days <= MOST_DAYS ? days : 0,
    sort: parseSort(parameters.get('sort')),
  };
}

function parseSort(text: string | null): Sort {
  const key = sortKeys.find((known) => known === text?.replace(/^-/, ''));
  if (key === undefined) return NEWEST_FIRST;
  return text?.startsWith('-') ? `-${key}` : key;
}

/** No filters; the year and the order stay. */
export const noFilters = {
  form: 'any',
  status: 'any',
  newFiles: false,
  archived: false,
  preparer: 'any',
  tag: '',
  waitingDays: 0,
} as const satisfies Partial<ListFilters>;

export function hasFilters(filters: ListFilters): boolean {
  const names = Object.keys(noFilters) as (keyof typeof noFilters)[];
  return filters.term !== '' || names.some((name) => filters[name] !== noFilters[name]);
}

/** The query string of the list with other filters, without an open client. */
export function listSearch(search: string, changes: Partial<ListFilters>, thisYear: number): string {
  const before = new URLSearchParams(search);
  const filters = { ...filtersIn(before, thisYear), ...changes };
  return changedSearch(listOnlySearch(search), {
    q: filters.term.trim() || null,
    form: filters.form === 'any' ? null : filters.form,
    status: filters.status === 'any' ? null : filters.status,
    new: filters.newFiles ? '1' : null,
    archived: filters.archived ? '1' : null,
    year: filters.year === thisYear ? null : String(filters.year),
    preparer: filters.preparer === 'any' ? null : filters.preparer,
    tag: filters.tag || null,
    waiting: filters.waitingDays === 0 ? null : String(filters.waitingDays),
    sort: filters.sort === NEWEST_FIRST ? null : filters.sort,
  });
}

/** The query string of the list, without the parameters of a client. */
export function listOnlySearch(search: string): string {
  const others = [...new URLSearchParams(search).keys()].filter((name) => !OF_THE_LIST.includes(name));
  return changedSearch(search, Object.fromEntries(others.map((name) => [name, null])));
}

export function clientSearch(search: string, clientId: string, folder: string): string {
  return changedSearch(listOnlySearch(search), { client: clientId, folder: folder || null });
}

export const tabs = ['files', 'return', 'contact', 'notes'] as const;
export type CaseTab = (typeof tabs)[number];

export function parseCaseTab(parameters: URLSearchParams): CaseTab {
  const wanted = parameters.get('tab');
  return tabs.find((tab) => tab === wanted) ?? 'files';
}

export const tabSearch = (search: string, tab: CaseTab) =>
  changedSearch(search, { tab: tab === 'files' ? null : tab, sheet: null });

export const sheetSearch = (search: string, formId: string | null) =>
  changedSearch(search, { sheet: formId, step: null });

/** The query string with the answers of this tax form beside the files and their preview, or without. */
export const answersSearch = (search: string, formId: string | null) =>
  changedSearch(search, {
    answers: formId,
    sheet: null,
    step: null,
    ...(formId !== null && { beside: '1' }),
  });

/** Instead of the id of a form: the form of this year is being filled out, at `step`. */
export const NEW_SHEET = 'new';

/** The query string with these columns, or with the reader's own. */
export const columnsSearch = (search: string, columns: readonly string[] | null) =>
  changedSearch(search, { columns: columns?.join(',') ?? null });
