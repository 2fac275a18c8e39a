import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Button } from '#app/ui/actions/button.tsx';
import type { Relation } from '#domain/clients/membership.ts';
import { relationName } from '#domain/clients/membership-words.ts';
import { clientSearch } from '../manage-params.ts';
import { otherClientsQuery } from './members-query.ts';

const SHOWN = 5;

/** The other clients that this person helps or belongs to. `isClient`: the office serves the person, too. */
export function OtherClients({ clientId, isClient }: { clientId: string; isClient: boolean }) {
  const { t } = useLingui();
  const { search } = useLocation();
  const { data: clients = [] } = useQuery(otherClientsQuery(clientId));
  const [showsAll, setShowsAll] = useState(false);
  if (clients.length === 0) return null;
  const shown = showsAll ? clients : clients.slice(0, SHOWN);
  return (
    <section aria-label={t`Also belongs to`} className="border-t border-line py-2 text-sm">
      <h3 className="font-sans text-sm font-semibold text-muted">
        <Trans>Also belongs to</Trans>
      </h3>
      <ul>
        {shown.map(({ client_id, name, relation }) => (
          <li key={client_id} className="py-1 wrap-anywhere">
            <Link to={{ search: clientSearch(search, client_id, '') }} className="link">
              {name || t`A client without a name`}
            </Link>{' '}
            <span className="text-muted">({t(relationName(relation as Relation))})</span>
          </li>
        ))}
      </ul>
      {shown.length < clients.length && (
        <Button variant="quiet" size="small" onPress={() => setShowsAll(true)}>
          <Plural value={clients.length} one="Show # client" other="Show all # clients" />
        </Button>
      )}
      {!isClient && (
        <p className="text-muted">
          <Trans>
            Not in the list of clients, because there is nothing of their own yet. The first form, document,
            message, or note changes that.
          </Trans>
        </p>
      )}
    </section>
  );
}
