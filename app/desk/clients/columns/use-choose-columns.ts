import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { columnsSearch } from '../../manage-params.ts';
import type { ColumnId } from './columns.ts';
import { chosenColumnsQuery } from './use-columns.ts';

/**
 * Changes the columns of the open view, in the address, or those that the person has chosen.
 * @param ofView the columns of the open view; null if it has none
 */
export function useChooseColumns(ofView: readonly ColumnId[] | null) {
  const ownId = useSession().user?.id ?? '';
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { queryKey } = chosenColumnsQuery(ownId);
  const save = useMutation({
    mutationFn: (columns: readonly ColumnId[]) =>
      done(rest.from('staff_preferences').upsert({ user_id: ownId, client_columns: [...columns] })),
    onMutate: (columns) => queries.setQueryData(queryKey, columns),
    onError: () => queries.invalidateQueries({ queryKey }),
  });

  return {
    problem: save.error,
    choose(columns: readonly ColumnId[]): void {
      const search = columnsSearch(window.location.search, columns);
      if (ofView === null) save.mutate(columns);
      else void navigate({ search }, { replace: true, preventScrollReset: true });
    },
  };
}
