import type { MessageDescriptor } from '@lingui/core';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { clientSearch, tabSearch } from '#app/desk/manage-params.ts';
import { dataOf } from '#app/shared/api/done.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { readQuery } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import type { Database } from '#contract/generated/database.ts';
import { msg } from '#domain/language/message.ts';

const pageKey = ['billing-page'] as const;

const PAGE_ROWS = 50;

/** The address of a client's bills, in the case. */
export const billsOf = (clientId: string) => ({
  pathname: '/manage',
  search: tabSearch(clientSearch('', clientId, ''), 'return'),
});

/** How long a bill is overdue, as `open_invoices` has it. */
export const ageNames = {
  not_due: msg`Not due yet`,
  '0': msg`0 to 30 days`,
  '31': msg`31 to 60 days`,
  '61': msg`61 to 90 days`,
  '91': msg`More than 90 days`,
} as const satisfies Record<string, MessageDescriptor>;
export type Age = keyof typeof ageNames;

/** In this order on the page: objects put numbers first. */
export const ages: readonly Age[] = ['not_due', '0', '31', '61', '91'];

export function isAge(text: string | null): text is Age {
  return text !== null && Object.hasOwn(ageNames, text);
}

export type OpenBill = Database['public']['Functions']['open_invoices']['Returns'][number];

/** In pages, the longest overdue first. */
export function openBillsQuery(term: string, age: Age | null) {
  return infiniteQueryOptions({
    queryKey: [...pageKey, 'open', term, age] as const,
    queryFn: ({ signal, pageParam: skip }) =>
      dataOf(
        rest.rpc('open_invoices', {
          ...(term !== '' && { term }),
          ...(age !== null && { bill_age: age }),
          page_size: PAGE_ROWS,
          skip,
        }),
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (page, _pages, skipped) => (page.length < PAGE_ROWS ? null : skipped + PAGE_ROWS),
    select: ({ pages }) => pages.flat(),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export const billingSummaryQuery = {
  ...readQuery([...pageKey, 'summary'], () => rest.rpc('billing_summary')),
  staleTime: 0,
};

export const creditsQuery = {
  ...readQuery([...pageKey, 'credits'], () => rest.rpc('clients_with_credit')),
  staleTime: 0,
};

/** Money of the card processor that fit no bill, the oldest first. */
export const unmatchedQuery = {
  ...readQuery([...pageKey, 'unmatched'], () =>
    rest.from('unmatched_payments').select('*').is('settled_at', null).order('received_at').limit(100),
  ),
  staleTime: 0,
};

export const reloadBills = () => invalidate(pageKey);

export function useLiveBills(): void {
  useLiveChanges([{ table: 'invoices' }, { table: 'unmatched_payments' }], reloadBills);
}
