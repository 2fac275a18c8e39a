import { queryOptions, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { supabase } from '#app/shared/api/supabase.ts';
import { longDate } from '#app/shared/format/dates.ts';

/** Said where the address stands: a mail server has answered that there is no such mailbox. */
export function BadAddress({ clientId }: { clientId: string }) {
  const { data } = useQuery(badAddressQuery(clientId));
  if (!data) return null;
  return (
    <p className="mt-1.5 flex max-w-(--container-text) items-start gap-2 text-sm text-danger">
      <TriangleAlert size={18} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        Mails to this address come back since {longDate(data.since)}. Ask the client for the right one.
        <span className="block text-xs text-muted">The answer was: {data.reason}</span>
      </span>
    </p>
  );
}

function badAddressQuery(clientId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'bad-address'] as const,
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .rpc('bad_address_of', { client_id: clientId }, { get: true })
        .abortSignal(signal);
      if (error) throw error;
      return data[0] ?? null;
    },
  });
}
