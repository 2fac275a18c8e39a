import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { supabase } from '#app/shared/api/supabase.ts';

/** Addresses sent at a time: well under what a request may weigh. */
const BATCH = 500;
export const LEGACY_PAGE = 25;

export interface LegacyPage {
  emails: string[];
  /** How many match in all. */
  count: number;
}

/** The addresses of the clients from before, by the alphabet. */
export function legacyQuery(term: string, shown: number) {
  return queryOptions({
    queryKey: ['office', 'legacy', term, shown] as const,
    queryFn: async ({ signal }): Promise<LegacyPage> => {
      const all = supabase.from('legacy_emails').select('email', { count: 'exact' });
      const found = term === '' ? all : all.ilike('email', `%${literal(term)}%`);
      const { data, count, error } = await found
        .order('email')
        .range(0, shown - 1)
        .abortSignal(signal);
      if (error) throw error;
      return { emails: data.map(({ email }) => email), count: count ?? 0 };
    },
    placeholderData: keepPreviousData,
  });
}

/** Typed characters stand for themselves; only "*" can't be escaped on the wire. */
const literal = (text: string) =>
  text
    .toLowerCase()
    .replace(/[%_\\]/g, '\\$&')
    .replaceAll('*', '_');

/** Adds those that are not there yet. Answers how many that were. */
async function addLegacy(addresses: readonly string[]): Promise<number> {
  let added = 0;
  for (let at = 0; at < addresses.length; at += BATCH) {
    const rows = addresses.slice(at, at + BATCH).map((email) => ({ email }));
    const { data, error } = await supabase
      .from('legacy_emails')
      .upsert(rows, { onConflict: 'email', ignoreDuplicates: true })
      .select('email');
    if (error) throw error;
    added += data.length;
  }
  return added;
}

async function removeLegacy(email: string): Promise<void> {
  const { error } = await supabase.from('legacy_emails').delete().eq('email', email);
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
