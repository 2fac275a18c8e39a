import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useEffect } from 'react';
import { useFormats } from '#app/language/language.tsx';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';

/** The database forgets a visit after 75 seconds. */
const VISIT_MS = 30_000;

/** Colleagues who have the case open, too. Tells them of the reader while the page is visible. */
export function CaseVisitors({ clientId }: { clientId: string }) {
  const { t } = useLingui();
  const { andList } = useFormats();
  const { data: visitors = [] } = useQuery({
    queryKey: ['case', clientId, 'visitors'] as const,
    queryFn: ({ signal }) => dataOf(rest.rpc('visit_case', { client_id: clientId }), signal),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: VISIT_MS,
  });
  useEffect(
    () => () => {
      // If this fails, the visit ends a minute later. The request begins with `then`.
      rest.rpc('visit_case', { client_id: clientId, leave: true }).then(undefined, () => undefined);
    },
    [clientId],
  );
  return (
    <span role="status" className="inline-flex items-center gap-1 font-semibold text-warning">
      {visitors.length > 0 && (
        <>
          <Users size={16} aria-hidden className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {t`Also open: ${{ names: andList(visitors.map(({ name }) => name)) }}`}
          </span>
        </>
      )}
    </span>
  );
}
