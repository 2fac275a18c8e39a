import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';

export interface FormOfYear {
  id: string;
  year: number;
}

/** The forms that a client has sent, newest first, without their answers. */
export function formsOfClientQuery(clientId: string) {
  return queryOptions({
    queryKey: ['conversation', clientId, 'forms'] as const,
    queryFn: ({ signal }): Promise<FormOfYear[]> =>
      dataOf(
        rest.from('tax_forms').select('id, year').eq('user_id', clientId).order('year', { ascending: false }),
        signal,
      ),
    staleTime: 60_000,
  });
}
