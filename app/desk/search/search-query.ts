import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { CONVERSATION_ID } from '#app/conversation/queries.ts';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { messageAddress } from '../inbox/inbox-params.ts';
import { clientSearch, tabSearch } from '../manage-params.ts';

export const foundKinds = ['client', 'document', 'note', 'thread', 'message'] as const;
export type FoundKind = (typeof foundKinds)[number];

interface Found {
  readonly kind: FoundKind;
  readonly id: string;
  /** A document's name, or the part of a text around the match. A client's email address. */
  readonly title: string;
  /** Whose it is. */
  readonly name: string;
  /** The address that shows it. */
  readonly to: string;
}

/** The database refuses longer searches. */
export const MAX_TERM = 200;

/** What the office has with this text: at most six of each kind, newest first. */
export function everythingQuery(term: string) {
  return queryOptions({
    queryKey: ['search-everything', term] as const,
    queryFn: async ({ signal }): Promise<readonly Found[]> => {
      // Four digits may be the end of an SSN: they stay out of the address, which others may record.
      const data = await dataOf(rest.rpc('search_everything', { term }, { get: !isLast4(term) }), signal);
      return data.flatMap(({ kind, id, client_id, client_name, title, folder }) => {
        const known = foundKinds.find((one) => one === kind);
        // A later release may know more of them.
        if (known === undefined) return [];
        const to = addressOf(known, id, client_id, folder);
        return [{ kind: known, id, title, name: client_name, to }];
      });
    },
    enabled: term !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

/** Four digits: a search that can be for the end of a tax ID. */
export const isLast4 = (term: string): boolean => /^\d{4}$/.test(term);

/** Whose tax ID ends in the digits. */
export type TaxIdOf = 'client' | 'spouse' | 'dependent' | 'business';

/** The clients with a tax ID that ends in these four digits, at most 50. The server records the look first. */
export async function findByTaxId(last4: string) {
  const data = await dataOf(rest.rpc('find_by_tax_id', { last4 }));
  return data.map(({ client_id, name, email, whose }) => ({
    clientId: client_id,
    name: name || email,
    whose: whose as TaxIdOf,
    to: addressOf('client', client_id, client_id, null),
  }));
}

function addressOf(kind: FoundKind, id: string, clientId: string, folder: string | null): string {
  switch (kind) {
    case 'message':
      return messageAddress(id);
    case 'note':
      return `/manage${tabSearch(clientSearch('', clientId, ''), 'notes')}`;
    case 'thread':
      return `/manage${tabSearch(clientSearch('', clientId, ''), 'contact')}#${CONVERSATION_ID}`;
    default:
      return `/manage${clientSearch('', clientId, folder ?? '')}`;
  }
}
