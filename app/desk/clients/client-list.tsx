import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/language/language.tsx';
import { isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { useWideScreen } from '#app/ui/layout/use-wide-screen.ts';
import { opensPapers } from '#domain/account/roles.ts';
import { hasFilters, type ListFilters } from '../manage-params.ts';
import type { Marks } from './bulk/selection/marks.ts';
import { useColumns } from './columns/use-columns.ts';
import { ClientCards } from './rows/client-cards.tsx';
import { ClientTable } from './rows/client-table.tsx';
import { useClients } from './use-clients.ts';

const ListFiltersBar = onDemand(
  async () => (await import('./filters/list-filters.tsx')).ListFiltersBar,
  <div className="min-h-11 lg:min-h-9" />,
  'after',
);

/** Selects clients, and acts on them. */
const Bulk = onDemand(async () => (await import('./bulk/bulk.tsx')).Bulk, null, 'after');

/** Rows to load before the list has measured the visible range. */
const FIRST_SIGHT = 24;

/** The clients that match search and filters, in the chosen order: views, filters, and rows. */
export function ClientList({ filters, thisYear }: { filters: ListFilters; thisYear: number }) {
  const mayAct = opensPapers(useSession().role);
  const { t } = useLingui();
  const [seen, setSeen] = useState({ first: 0, last: FIRST_SIGHT });
  const [marks, setMarks] = useState<Marks | null>(null);
  const { count } = useFormats();
  const { columns, isPending: isLoadingColumns } = useColumns();
  const isWide = useWideScreen();
  const clients = useClients(filters, {
    ...seen,
    // The cards of phones don't show them.
    withDocuments: isWide && (columns.includes('missing') || columns.includes('reminded')),
  });
  const { matching, total, isPending, error, refetch } = clients;
  /** Both render only the rows in sight. */
  const Rows = isWide ? ClientTable : ClientCards;

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 lg:flex-nowrap">
        <ListFiltersBar filters={filters} thisYear={thisYear}>
          {marks?.above}
        </ListFiltersBar>
        {!isPending && (
          <p
            role="status"
            className="figures flex flex-wrap justify-between gap-x-4 text-sm text-muted max-lg:w-full lg:order-first lg:shrink-0 lg:flex-col lg:text-xs lg:leading-tight"
          >
            {total !== null && (
              <>
                <span>
                  <Trans>
                    Showing {{ matching: count(matching) }} of {{ total: count(total) }} users
                  </Trans>
                </span>
                <span>{t`Total users: ${{ total: count(total) }}`}</span>
              </>
            )}
          </p>
        )}
      </div>
      {error && (
        <LoadProblem onRetry={refetch}>
          {isConnectionError(error) ? (
            <Trans>Unexpected error: {{ problem: messageOf(error, t) }}</Trans>
          ) : (
            <Trans>Failed to load users: {{ problem: messageOf(error, t) }}</Trans>
          )}
        </LoadProblem>
      )}
      {isPending || isLoadingColumns ? (
        !error && <Loading />
      ) : matching === 0 ? (
        <p className="rounded-card border border-dashed border-control px-6 py-12 text-center text-muted">
          {hasFilters(filters) ? t`No users found matching your search.` : t`No users found in the database.`}
        </p>
      ) : (
        <Rows
          filters={filters}
          columns={columns}
          clients={clients}
          marks={marks}
          onSee={({ first, last }) =>
            setSeen((seen) => (first === seen.first && last === seen.last ? seen : { first, last }))
          }
        />
      )}
      {mayAct && <Bulk filters={filters} clients={clients} onMarks={setMarks} />}
    </>
  );
}
