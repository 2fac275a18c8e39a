import { Plural, Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { rest } from '#app/shared/api/rest.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { clientSearch } from '../manage-params.ts';

/** Clients with a person who has accepted an invitation and waits for staff. Renders nothing if there are none. */
export function WaitingPeople() {
  const { data: waiting } = useQuery(waitingPeopleQuery());
  const { search } = useLocation();
  if (!waiting || waiting.length === 0) return null;
  return (
    <Banner
      kind="warning"
      title={
        <Plural
          value={waiting.length}
          one="A person has accepted your invitation and waits for you to confirm"
          other="# people have accepted your invitations and wait for you to confirm"
        />
      }
    >
      <ul className="flex flex-wrap gap-x-4">
        {waiting.map(({ client_id, name }) => (
          <li key={client_id}>
            <SmartLink
              to={`/manage${clientSearch(search, client_id, '')}&tab=contact#case-client`}
              className="link inline-flex min-h-11 items-center lg:min-h-0"
            >
              {name === '' ? <Trans>Client without a name</Trans> : name}
            </SmartLink>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function waitingPeopleQuery() {
  return queryOptions({
    queryKey: ['queues', 'waiting-people'] as const,
    queryFn: async ({ signal }) => {
      const { data, error } = await rest.rpc('waiting_invitations', {}, { get: true }).abortSignal(signal);
      if (error) throw error;
      return data;
    },
  });
}
