import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { dataOf } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useDebounced } from '#app/shared/forms/use-debounced.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { OptionList } from '#app/ui/fields/option-list.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import { profileColumns } from '../profiles.ts';

const SHOWN = 6;

function foundClientsQuery(term: string) {
  return queryOptions({
    queryKey: ['clients', 'choice', term] as const,
    queryFn: ({ signal }): Promise<Profile[]> =>
      dataOf(
        rest
          .rpc('list_clients', { term: term.normalize('NFC') }, { get: true })
          .select(profileColumns)
          .range(0, SHOWN - 1),
        signal,
      ),
    enabled: term !== '',
    placeholderData: keepPreviousData,
  });
}

export interface ChosenClient {
  id: string;
  name: string;
}

interface ClientChoiceProps {
  chosen: ChosenClient | null;
  onChange: (client: ChosenClient | null) => void;
}

/** The client of a task: a search by name or email, or the one that was chosen. */
export function ClientChoice({ chosen, onChange }: ClientChoiceProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const term = useDebounced(typed.trim());
  const { data, error, isPlaceholderData } = useQuery(foundClientsQuery(term));
  const choose = (client: Profile) => onChange({ id: client.user_id, name: displayName(client) });
  if (chosen) {
    return (
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-semibold">{t`Client`}</span>
        <span className="flex items-center justify-between gap-2 rounded-control border border-line py-0.5 pl-3.5">
          <span className="min-w-0 wrap-anywhere">{chosen.name}</span>
          <IconButton
            label={t`Remove the client`}
            icon={<X size={18} aria-hidden />}
            onPress={() => onChange(null)}
          />
        </span>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <span className="text-sm font-semibold" aria-hidden>
        <Trans>Client (optional)</Trans>
      </span>
      <SearchField
        label={t`Client (optional)`}
        placeholder={t`Search by name or email...`}
        value={typed}
        onChange={setTyped}
        onSubmit={() => {
          const [only, ...others] = data ?? [];
          if (only && others.length === 0 && term === typed.trim() && !isPlaceholderData) choose(only);
        }}
      />
      {term !== '' && data && data.length > 0 && (
        <OptionList
          label={t`Clients found`}
          options={data.map((client) => ({
            id: client.user_id,
            label: displayName(client),
            hint: client.email || undefined,
          }))}
          value={null}
          onChange={(id) => {
            const found = data.find(({ user_id }) => user_id === id);
            if (found) choose(found);
          }}
        />
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {error && messageOf(error, t)}
        {term !== '' && data?.length === 0 && <Trans>No client was found. Try another name or email.</Trans>}
      </p>
    </div>
  );
}
