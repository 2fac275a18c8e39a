import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { columnsSearch, filtersIn, listSearch } from '../../manage-params.ts';
import { documentColumns } from '../columns/columns.ts';

/** What a saved view needs to be opened. */
export interface ViewAddress {
  /** The query string, without "?". */
  readonly query: string;
  readonly columns: readonly string[] | null;
}

/** The views that everyone has. */
export const usualViews: readonly (ViewAddress & { id: string; name: MessageDescriptor })[] = [
  { id: 'all', name: msg({ message: 'All', context: 'clients' }), query: '', columns: null },
  { id: 'mine', name: msg({ message: 'Mine', context: 'clients' }), query: 'preparer=me', columns: null },
  {
    id: 'documents',
    name: msg`Waiting for documents`,
    query: 'status=waiting_for_documents',
    columns: documentColumns,
  },
];

export const viewSearch = ({ query, columns }: ViewAddress): string =>
  columnsSearch(query === '' ? '' : `?${query}`, columns);

/** Search, filters, and order of an address, always written in the same way: equal lists have equal texts. */
export function listQuery(search: string, thisYear: number): string {
  const filters = filtersIn(new URLSearchParams(search), thisYear);
  return listSearch('', filters, thisYear).replace(/^\?/, '');
}
