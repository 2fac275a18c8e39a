import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useSession } from '#app/shared/session/session.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { isSuperRole } from '#domain/account/roles.ts';
import { clientSearch } from '../manage-params.ts';
import { waitingDeletionsQuery } from './deletion-query.ts';

/** The clients that someone asks to delete. For super users, who agree or refuse on the client’s page. */
export function WaitingDeletions() {
  const { role } = useSession();
  const { data: waiting = [] } = useQuery({ ...waitingDeletionsQuery, enabled: isSuperRole(role) });
  const { search } = useLocation();
  if (!isSuperRole(role) || waiting.length === 0) return null;
  return (
    <Banner
      kind="warning"
      title={
        <Plural
          value={waiting.length}
          one="A request to delete a client is waiting for a second super user"
          other="# requests to delete a client are waiting for a second super user"
        />
      }
    >
      <ul className="flex flex-wrap gap-x-4">
        {waiting.map(({ client_id, name }) => (
          <li key={client_id}>
            <SmartLink
              to={`/manage${clientSearch(search, client_id, '')}`}
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
