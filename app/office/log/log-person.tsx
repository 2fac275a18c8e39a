import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useDebounced } from '#app/shared/forms/use-debounced.ts';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import { peopleQuery, personQuery } from '../people/people-query.ts';

/** How many people a search offers. */
const OFFERED = 6;

export function ChosenPerson({ userId, onClear }: { userId: string; onClear: () => void }) {
  const { t } = useLingui();
  const { data: person } = useQuery(personQuery(userId));
  const name = person ? displayName(person) : person === null ? t`A deleted account` : '...';
  return (
    <p className="flex min-h-12 items-center justify-between gap-2 rounded-control border border-line bg-sunken pl-3 text-sm">
      <span className="min-w-0 flex-1 truncate">
        <span className="text-muted">
          <Trans>By or about</Trans>{' '}
        </span>
        <strong>{name}</strong>
      </span>
      <IconButton
        dense
        label={t`Show more than ${name}`}
        icon={<X size={16} aria-hidden />}
        onPress={onClear}
      />
    </p>
  );
}

export function ChoosePerson({ onChosen }: { onChosen: (userId: string) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const term = useDebounced(typed.trim());
  const { data, isPlaceholderData } = useInfiniteQuery({ ...peopleQuery(term, 'all'), enabled: term !== '' });
  const found = term === '' ? [] : (data?.slice(0, OFFERED) ?? []);
  return (
    <div className="flex flex-col gap-1">
      <SearchField
        label={t`Search for a person`}
        placeholder={t`By or about a person...`}
        maxLength={200}
        value={typed}
        onChange={setTyped}
        onSubmit={() => {
          const [only, ...others] = found;
          if (only && others.length === 0 && term === typed.trim() && !isPlaceholderData)
            onChosen(only.user_id);
        }}
      />
      {term !== '' && data && (
        <div role="status" className="text-sm">
          {found.length === 0 && <p className="text-muted">{t`No users found matching your search.`}</p>}
          {found.length > 0 && (
            <ul aria-label={t`People found`} className="rounded-control border border-line">
              {found.map((person) => (
                <li key={person.user_id}>
                  <button
                    type="button"
                    onClick={() => onChosen(person.user_id)}
                    className="flex min-h-11 w-full cursor-pointer flex-wrap items-center gap-x-2 px-3 py-1 text-left hover:bg-action-soft"
                  >
                    <span className="font-semibold">{displayName(person)}</span>
                    <span className="break-all text-muted">{person.email}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}
