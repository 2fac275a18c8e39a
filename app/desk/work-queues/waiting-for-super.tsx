import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { functionQuery } from '#app/shared/api/read-query.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { isSuperRole } from '#domain/account/roles.ts';
import { clientSearch } from '../manage-params.ts';

/** The clients that wait for a super user. Renders nothing for others. */
export function WaitingForSuper() {
  const { role } = useSession();
  const enabled = isSuperRole(role);
  const { data: people = [] } = useQuery({ ...waitingPeopleQuery, enabled });
  const { data: deletions = [] } = useQuery({ ...waitingDeletionsQuery, enabled });
  if (!enabled) return null;
  return (
    <>
      <WaitingBanner
        clients={people}
        title={
          <Plural
            value={people.length}
            one="Access to a client is waiting for your confirmation"
            other="Access to # clients is waiting for your confirmation"
          />
        }
        place="&tab=contact#case-client"
      >
        <Trans>If the client manages their own account, they can confirm it too.</Trans>
      </WaitingBanner>
      <WaitingBanner
        clients={deletions}
        title={
          <Plural
            value={deletions.length}
            one="A request to delete a client is waiting for a second super user"
            other="# requests to delete a client are waiting for a second super user"
          />
        }
      />
    </>
  );
}

interface WaitingBannerProps {
  clients: readonly { client_id: string; name: string }[];
  title: ReactNode;
  /** In the client's case: the end of its address. */
  place?: string;
  children?: ReactNode;
}

function WaitingBanner({ clients, title, place = '', children }: WaitingBannerProps) {
  const { search } = useLocation();
  if (clients.length === 0) return null;
  return (
    <Banner kind="warning" title={title}>
      {children}
      <ul className="flex flex-wrap gap-x-4">
        {clients.map(({ client_id, name }) => (
          <li key={client_id}>
            <SmartLink
              to={`/manage${clientSearch(search, client_id, '')}${place}`}
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

const waitingPeopleQuery = functionQuery(['queues', 'waiting-people'], 'waiting_invitations', {});
const waitingDeletionsQuery = functionQuery(['queues', 'waiting-deletions'], 'waiting_client_deletions', {});
