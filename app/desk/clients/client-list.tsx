import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/language/language.tsx';
import { isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { hasFilters, type ListFilters } from '../manage-params.ts';
import type { Marks } from './bulk/selection/marks.ts';
import { useColumns } from './columns/use-columns.ts';
import { ClientRows } from './rows/client-rows.tsx';
import { useClients } from './use-clients.ts';

const Views = onDemand(
  async () => (await import('./views/views.tsx')).Views,
  <div className="min-h-12 min-w-0 flex-1 lg:min-h-8" />,
);

const ListFiltersBar = onDemand(
  async () => (await import('./filters/list-filters.tsx')).ListFiltersBar,
  <div className="min-h-11 lg:min-h-9" />,
);

/** Selects clients, and acts on them. */
const Bulk = onDemand(async () => (await import('./bulk/bulk.tsx')).Bulk);

/** Rows to load before the list has measured the visible range. */
const FIRST_SIGHT = 24;

/** The clients that match search and filters, in the chosen order: views, filters, and rows. */
export function ClientList({ filters, thisYear }: { filters: ListFilters; thisYear: number }) {
  const { t } = useLingui();
  const [seen, setSeen] = useState({ first: 0, last: FIRST_SIGHT });
  const [marks, setMarks] = useState<Marks | null>(null);
  const { count } = useFormats();
  const clients = useClients(filters, seen.first, seen.last);
  const { columns, isPending: isLoadingColumns } = useColumns();
  const { matching, total, isPending, isOutdated, error, refetch, clientAt, factsOf, foundBy } = clients;

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:flex-nowrap lg:justify-between">
        <Views filters={filters} thisYear={thisYear} />
        {!isPending && (
          <p
            role="status"
            className="figures flex shrink-0 flex-wrap justify-between gap-x-4 text-sm text-muted max-lg:w-full"
          >
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
        )}
      </div>
      <ListFiltersBar filters={filters} thisYear={thisYear}>
        {marks?.above}
      </ListFiltersBar>
      {error && <LoadFailure error={error} onRetry={refetch} />}
      {isPending || isLoadingColumns ? (
        !error && <Loading />
      ) : matching === 0 ? (
        <p className="rounded-card border border-dashed border-control px-6 py-12 text-center text-muted">
          {hasFilters(filters) ? t`No users found matching your search.` : t`No users found in the database.`}
        </p>
      ) : (
        <ClientRows
          filters={filters}
          columns={columns}
          count={matching}
          clientAt={clientAt}
          factsOf={factsOf}
          foundBy={foundBy}
          isOutdated={isOutdated}
          marks={marks}
          onSee={({ first, last }) =>
            setSeen((seen) => (first === seen.first && last === seen.last ? seen : { first, last }))
          }
        />
      )}
      <Bulk filters={filters} clients={clients} onMarks={setMarks} />
    </>
  );
}

function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <LoadProblem onRetry={onRetry}>
      {isConnectionError(error) ? (
        <Trans>Unexpected error: {{ problem: messageOf(error, t) }}</Trans>
      ) : (
        <Trans>Failed to load users: {{ problem: messageOf(error, t) }}</Trans>
      )}
    </LoadProblem>
  );
}
