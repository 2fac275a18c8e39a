import { Plural, Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { isSuperRole } from '#domain/account/roles.ts';
import { clientSearch } from '../manage-params.ts';

/** Clients with a person whose access is not confirmed yet. For super users: no one else of the staff confirms it. */
export function WaitingPeople() {
  const { role } = useSession();
  const { data: waiting } = useQuery({ ...waitingPeopleQuery(), enabled: isSuperRole(role) });
  const { search } = useLocation();
  if (!isSuperRole(role) || !waiting || waiting.length === 0) return null;
  return (
    <Banner
      kind="warning"
      title={
        <Plural
          value={waiting.length}
          one="Access to a client is waiting for your confirmation"
          other="Access to # clients is waiting for your confirmation"
        />
      }
    >
      <Trans>If the client manages their own account, they can confirm it too.</Trans>
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
    queryFn: ({ signal }) => dataOf(rest.rpc('waiting_invitations', {}, { get: true }), signal),
  });
}
