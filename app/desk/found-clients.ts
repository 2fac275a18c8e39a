import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useDebounced } from '#app/shared/forms/use-debounced.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { profileColumns } from './profiles.ts';

interface Wanted {
  most: number;
  /** Finds other clients than this one, and no staff. */
  except?: string;
  onChoose: (client: Profile) => void;
}

/** A search for a client, by name or email: what its field gets, and what was found. Enter chooses the only one. */
export function useFoundClients({ most, except, onChoose }: Wanted) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const term = useDebounced(typed.trim());
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['clients', 'choice', except, most, term] as const,
    queryFn: ({ signal }): Promise<Profile[]> => {
      const asked = { term: term.normalize('NFC').replace(/\s+/g, ' ') };
      const all = rest.rpc('list_clients', asked, { get: true }).select(profileColumns);
      const clients = except === undefined ? all : all.eq('role', 'client').neq('user_id', except);
      return dataOf(clients.range(0, most - 1), signal);
    },
    enabled: term !== '',
    // A result that has the focus stays while the rest of the word is typed.
    placeholderData: keepPreviousData,
  });
  const found = term === '' ? [] : (data ?? []);
  return {
    found,
    error,
    isNoneFound: !error && term !== '' && data?.length === 0 && !isPlaceholderData,
    field: {
      placeholder: t`Search by name or email...`,
      value: typed,
      onChange: setTyped,
      onSubmit() {
        const [only, ...others] = found;
        if (only && others.length === 0 && term === typed.trim() && !isPlaceholderData) onChoose(only);
      },
    },
  };
}
