import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { asRecord } from '#app/shared/drafts/stored-value.ts';
import { isNamed, type PersonName } from '#domain/returns/signer-name.ts';
import { returnsQueryKey, type TaxReturn } from './queries.ts';

/** Whether the return of a year is filed jointly, by the answers of the form. Doesn't keep the others. */
export function jointQuery({ user_id, year, kind }: Pick<TaxReturn, 'user_id' | 'year' | 'kind'>) {
  return queryOptions({
    queryKey: [...returnsQueryKey(user_id), 'joint', year] as const,
    enabled: kind === 'personal',
    queryFn: async ({ signal }): Promise<{ isJoint: boolean; spouse: PersonName | null }> => {
      const forms = rest.from('tax_forms').select('form_data').eq('user_id', user_id).eq('year', year);
      const data = await dataOf(forms.limit(1).abortSignal(signal).maybeSingle());
      const { filingStatus, spouseName, spouseLastName } = asRecord(data?.form_data) ?? {};
      if (filingStatus !== 'Married Filing Jointly') return { isJoint: false, spouse: null };
      const spouse = { first: String(spouseName ?? ''), last: String(spouseLastName ?? '') };
      return { isJoint: true, spouse: isNamed(spouse) ? spouse : null };
    },
  });
}
