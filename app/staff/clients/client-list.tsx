import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import { useFormats } from '#app/shared/language/language.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { hasFilters, type ListFilters } from '../manage-params.ts';
import { ClientRows } from './client-rows.tsx';
import { useClients } from './use-clients.ts';

/** Rows to load before the list has measured the visible range. */
const FIRST_SIGHT = 24;

/** The clients that match search and filters, newest first. */
export function ClientList({ filters }: { filters: ListFilters }) {
  const { t } = useLingui();
  const [seen, setSeen] = useState({ first: 0, last: FIRST_SIGHT });
  const { count } = useFormats();
  const clients = useClients(filters, seen.first, seen.last);
  const { matching, total, isPending, isOutdated, error, refetch, clientAt, factsOf } = clients;

  if (error && isPending) return <LoadFailure error={error} onRetry={refetch} />;
  if (isPending) return <Loading />;
  return (
    <>
      <p role="status" className="figures flex flex-wrap justify-between gap-x-6 text-sm text-muted">
        {total !== null && (
          <>
            <span>
              <Trans>
                Showing {{ matching: count(matching) }} of {{ total: count(total) }} users
              </Trans>
            </span>
            <span>
              <Trans>Total users: {{ total: count(total) }}</Trans>
            </span>
          </>
        )}
      </p>
      {error && <LoadFailure error={error} onRetry={refetch} />}
      {matching === 0 ? (
        <p className="rounded-card border border-dashed border-control px-6 py-12 text-center text-muted">
          {hasFilters(filters) ? t`No users found matching your search.` : t`No users found in the database.`}
        </p>
      ) : (
        <ClientRows
          count={matching}
          clientAt={clientAt}
          factsOf={factsOf}
          year={filters.year}
          isOutdated={isOutdated}
          onSee={({ first, last }) =>
            setSeen((seen) => (first === seen.first && last === seen.last ? seen : { first, last }))
          }
        />
      )}
    </>
  );
}

function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <Banner
      kind="danger"
      announce
      actions={
        <Button variant="secondary" onPress={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {isConnectionError(error) ? (
        <Trans>Unexpected error: {{ problem: messageOf(error, t) }}</Trans>
      ) : (
        <Trans>Failed to load users: {{ problem: messageOf(error, t) }}</Trans>
      )}
    </Banner>
  );
}
