import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { rest } from '#app/shared/api/rest.ts';

/** Addresses per request, well below the size limit. */
const BATCH = 500;
export const LEGACY_PAGE = 25;

export interface LegacyPage {
  emails: string[];
  /** The total of matches. */
  count: number;
}

/** The legacy addresses that match, in alphabetical order. */
export function legacyQuery(term: string, shown: number) {
  return queryOptions({
    queryKey: ['office', 'legacy', term, shown] as const,
    queryFn: async ({ signal }): Promise<LegacyPage> => {
      const { data, count, error } = await rest
        .rpc('find_legacy_emails', { term }, { get: true, count: 'exact' })
        .select('email')
        .range(0, shown - 1)
        .abortSignal(signal);
      if (error) throw error;
      return { emails: data.map(({ email }) => email), count: count ?? 0 };
    },
    placeholderData: keepPreviousData,
  });
}

/** Adds the new ones. Returns how many there were. */
async function addLegacy(addresses: readonly string[]): Promise<number> {
  let added = 0;
  for (let at = 0; at < addresses.length; at += BATCH) {
    const rows = addresses.slice(at, at + BATCH).map((email) => ({ email }));
    const { data, error } = await rest
      .from('legacy_emails')
      .upsert(rows, { onConflict: 'email', ignoreDuplicates: true })
      .select('email');
    if (error) throw error;
    added += data.length;
  }
  return added;
}

async function removeLegacy(email: string): Promise<void> {
  const { error } = await rest.from('legacy_emails').delete().eq('email', email);
  if (error) throw error;
}

export function useLegacyMutations() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: ['office', 'legacy'] });
  return {
    add: useMutation({ mutationFn: addLegacy, onSettled }),
    remove: useMutation({ mutationFn: removeLegacy, onSettled }),
  };
}
