import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { opensPapers } from '#domain/account/roles.ts';
import { type ColumnId, defaultColumns, parseColumns } from './columns.ts';

/** The columns that the person has chosen, or null. */
export function chosenColumnsQuery(ownId: string) {
  return queryOptions({
    queryKey: ['staff-preferences', ownId] as const,
    queryFn: async ({ signal }): Promise<readonly ColumnId[] | null> => {
      const stored = rest.from('staff_preferences').select('client_columns').eq('user_id', ownId);
      const chosen = await dataOf(stored.retry(false).abortSignal(signal).maybeSingle());
      return parseColumns(chosen?.client_columns);
    },
  });
}

/** The columns of the list: those of the open view, which are in the address, or those that the person has chosen. */
export function useColumns() {
  const { user, role } = useSession();
  const ownId = user?.id ?? '';
  // The table with the choices is not for reception.
  const mayChoose = opensPapers(role);
  const [parameters] = useSearchParams();
  const chosen = useQuery({ ...chosenColumnsQuery(ownId), enabled: ownId !== '' && mayChoose });
  const ofView = parseColumns(parameters.get('columns')?.split(','));
  return {
    columns: ofView ?? chosen.data ?? defaultColumns,
    /** Those of the open view; null if it has none. */
    ofView,
    isPending: mayChoose && ofView === null && chosen.isPending,
  };
}
