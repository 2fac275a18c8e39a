import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { changedSearch } from '#app/shared/browser/changed-search.ts';
import { useDebounced } from '#app/shared/forms/use-debounced.ts';
import { LoadedRows } from '#app/shared/parts/loaded.tsx';
import { RoleBadge } from '#app/shared/session/role-badge.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import { msg } from '#domain/language/message.ts';
import { peopleQuery, type WantedPeople, wantedPeople } from './people-query.ts';
import { PersonView } from './person-view.tsx';

const here = '/manage/office/people';
const words: Record<WantedPeople, MessageDescriptor> = {
  all: msg`Everyone`,
  staff: msg`Staff`,
  clients: msg`Clients`,
  deactivated: msg({ message: 'Deactivated', context: 'people' }),
};

/** All accounts, searched by name or address, or a single one (`?person=`). */
export default function People() {
  const [parameters] = useSearchParams();
  const person = parameters.get('person');
  if (person === null) return <Find />;
  return (
    <PersonView key={person} userId={person} back={here + changedSearch(parameters, { person: null })} />
  );
}

function Find() {
  const { t } = useLingui();
  const [parameters, setParameters] = useSearchParams();
  const given = parameters.get('wanted');
  const wanted = wantedPeople.find((one) => one === given) ?? 'all';
  const [typed, setTyped] = useState(parameters.get('q') ?? '');
  const term = useDebounced(typed.trim());
  const query = useInfiniteQuery(peopleQuery(term, wanted));

  const remember = (changes: Record<string, string | null>) =>
    // Read the URL now: the other filter may have changed since this render.
    setParameters(changedSearch(window.location.search, changes), {
      replace: true,
      preventScrollReset: true,
    });

  return (
    <Panel id="office-people" title={t`People`} level={2}>
      <div className="flex flex-wrap items-end gap-3">
        <SearchField
          label={t`Search people`}
          placeholder={t`Search by name or email...`}
          maxLength={200}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            remember({ q: text.trim() || null });
          }}
          className="min-w-48 flex-1 basis-64"
        />
        <Select
          label={t({ message: 'Show', context: 'filter' })}
          options={wantedPeople.map((value) => ({ value, label: t(words[value]) }))}
          value={wanted}
          onChange={(value) => remember({ wanted: value === 'all' ? null : value })}
          className="w-44"
        />
      </div>
      <LoadedRows
        query={query}
        label={t`People found`}
        skeleton="h-20"
        none={t`No users found matching your search.`}
        wording={(problem) => t`We couldn’t load this list: ${{ problem }}`}
      >
        {(person) => (
          <li key={person.user_id} className="py-1.5">
            <span className="flex flex-wrap items-center gap-x-2">
              <SmartLink
                to={here + changedSearch(parameters, { person: person.user_id })}
                className="link inline-flex min-h-11 min-w-0 items-center font-semibold wrap-anywhere lg:min-h-8"
              >
                {displayName(person)}
              </SmartLink>
              {person.role !== 'client' && <RoleBadge role={person.role} />}
              {person.deactivated && <Badge tone="danger">{t`Deactivated`}</Badge>}
            </span>
            <span className="block break-all text-muted">{person.email}</span>
          </li>
        )}
      </LoadedRows>
    </Panel>
  );
}
