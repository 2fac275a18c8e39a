import { useState } from 'react';
import { isConnectionError, messageOf } from '#app/client/error-wording.ts';
import { Banner } from '#app/ui/banner.tsx';
import { Button } from '#app/ui/button.tsx';
import { Loading } from '#app/ui/loading.tsx';
import { ClientRows } from './client-rows.tsx';
import { useClients } from './use-clients.ts';

/** Everybody, or whom the search finds: newest first. */
export function ClientList({ search }: { search: string }) {
  const [seen, setSeen] = useState({ first: 0, last: 0 });
  const clients = useClients(search, seen.first, seen.last);
  const { matching, total, isPending, isOutdated, error, refetch, clientAt } = clients;

  if (error && isPending) return <LoadFailure error={error} onRetry={refetch} />;
  if (isPending) return <Loading />;
  return (
    <>
      <p role="status" className="figures flex flex-wrap justify-between gap-x-6 text-sm text-muted">
        {total !== null && (
          <>
            <span>
              Showing {grouped(matching)} of {grouped(total)} users
            </span>
            <span>Total users: {grouped(total)}</span>
          </>
        )}
      </p>
      {error && <LoadFailure error={error} onRetry={refetch} />}
      {matching === 0 ? (
        <p className="rounded-card border border-dashed border-control px-6 py-12 text-center text-muted">
          {search === '' ? 'No users found in the database.' : 'No users found matching your search.'}
        </p>
      ) : (
        <ClientRows count={matching} clientAt={clientAt} isOutdated={isOutdated} onSee={setSeen} />
      )}
    </>
  );
}

function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Banner
      kind="danger"
      announce
      actions={
        <Button variant="secondary" onPress={onRetry}>
          Try again
        </Button>
      }
    >
      {isConnectionError(error) ? 'Unexpected error' : 'Failed to load users'}: {messageOf(error)}
    </Banner>
  );
}

const numbers = new Intl.NumberFormat('en-US');
const grouped = (count: number) => numbers.format(count);
