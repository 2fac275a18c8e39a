import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { ConsentAct } from '#contract/consents.ts';
import type { Database } from '#contract/generated/database.ts';
import type { ConsentKind } from '#domain/signing/consents/consent.ts';
import type { NewConsent } from '#domain/signing/consents/schemas.ts';
import { callSigning } from '../queries.ts';

type Row = Database['public']['Tables']['tax_consents']['Row'];
export type Consent = Omit<Row, 'kind' | 'data'> & { kind: ConsentKind; data: NewConsent['data'] };

export const consentPath = (id: string) => `/account/consents/${id}`;

/** Newest first. */
const consents = () =>
  rest.from('tax_consents').select('*').order('asked_at', { ascending: false }).limit(100);

/** Consents that the person was asked for. */
export function myConsentsQuery(userId: string) {
  return queryOptions({
    queryKey: ['consents', 'of person', userId] as const,
    queryFn: ({ signal }) =>
      dataOf(consents().eq('user_id', userId).in('status', ['asked', 'given']), signal) as Promise<Consent[]>,
  });
}

/** One consent; null if there is none that the person may see. */
export function consentQuery(id: string) {
  return queryOptions({
    queryKey: ['consents', 'one', id] as const,
    queryFn: async ({ signal }): Promise<Consent | null> => {
      const { data, error } = await rest
        .from('tax_consents')
        .select('*')
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle();
      // An address with something else than an id.
      if (error?.code === '22P02') return null;
      if (error) throw error;
      return data as Consent | null;
    },
    staleTime: 0,
  });
}

export function clientConsentsQuery(clientId: string) {
  return queryOptions({
    queryKey: ['consents', 'of client', clientId] as const,
    queryFn: ({ signal }) => dataOf(consents().eq('client_id', clientId), signal) as Promise<Consent[]>,
  });
}

export interface ListedConsent extends Consent {
  clients: { name: string };
}

const PAGE_ROWS = 50;

/** The register of all clients in pages, newest first. */
export function registerQuery(status: string | null) {
  return infiniteQueryOptions({
    queryKey: ['consents', 'register', status] as const,
    queryFn: ({ signal, pageParam: skip }): Promise<ListedConsent[]> => {
      const all = rest.from('tax_consents').select('*, clients(name)');
      return dataOf(
        (status === null ? all : all.eq('status', status))
          .order('asked_at', { ascending: false })
          .order('id')
          .range(skip, skip + PAGE_ROWS - 1),
        signal,
      ) as Promise<ListedConsent[]>;
    },
    initialPageParam: 0,
    getNextPageParam: (page, _pages, skipped) => (page.length < PAGE_ROWS ? null : skipped + PAGE_ROWS),
    select: ({ pages }) => pages.flat(),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Each may be repeated with the same id. Throws `ApiError` with a code of domain/signing/problems.ts. */
export const consentActions = {
  ask: (request: NewConsent) => callSigning<{ id: string }>('consent-ask', { body: request }),
  act: (act: ConsentAct) => callSigning<{ status: string }>('consent-act', { body: act }),
};

export const exportedConsents = () => dataOf(rest.rpc('export_tax_consents'));
