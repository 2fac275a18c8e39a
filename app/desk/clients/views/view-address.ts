import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { columnsSearch, filtersIn, listSearch } from '../../manage-params.ts';

/** What a saved view needs to be opened. */
export interface ViewAddress {
  /** The query string, without "?". */
  readonly query: string;
  readonly columns: readonly string[] | null;
}

/** The views that everyone has. */
export const usualViews: readonly { id: string; name: MessageDescriptor; query: string }[] = [
  { id: 'all', name: msg({ message: 'All', context: 'clients' }), query: '' },
  { id: 'mine', name: msg({ message: 'Mine', context: 'clients' }), query: 'preparer=me' },
  { id: 'documents', name: msg`Waiting for documents`, query: 'status=waiting_for_documents' },
];

/** The query string that opens the view. */
export const viewSearch = ({ query, columns }: ViewAddress): string =>
  columnsSearch(query === '' ? '' : `?${query}`, columns);

/** Search, filters, and order of an address, always written in the same way: equal lists have equal texts. */
export function listQuery(search: string, thisYear: number): string {
  const filters = filtersIn(new URLSearchParams(search), thisYear);
  return listSearch('', filters, thisYear).replace(/^\?/, '');
}
