import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';

/** The public API of this feature: other features import nothing else from app/tax-form. */

const FORM_STATUS_TIMEOUT_MS = 5000;

/** Whether the client has sent the form of a year. A request that fails or takes over 5 seconds counts as "not sent". */
export const isFormCompleted = async (userId: string, year: number): Promise<boolean> =>
  (await formStatus(userId, year)) ?? false;

/** As above, but null for a request that fails or takes too long. */
async function formStatus(userId: string, year: number): Promise<boolean | null> {
  const forms = rest.from('tax_forms').select('id, submitted_at').eq('user_id', userId).eq('year', year);
  const newest = forms.order('submitted_at', { ascending: false }).limit(1);
  try {
    const found = newest.abortSignal(AbortSignal.timeout(FORM_STATUS_TIMEOUT_MS)).maybeSingle();
    return (await dataOf(found)) !== null;
  } catch (error) {
    console.warn('The status of the yearly form could not be loaded', error);
    return null;
  }
}

export function formStatusQuery(userId: string, year: number) {
  return queryOptions({
    queryKey: ['tax-form-status', userId, year] as const,
    // Known from the last visit: a failed request must not replace the files by the form.
    queryFn: async ({ client, queryKey }) =>
      (await formStatus(userId, year)) ?? client.getQueryData<boolean>(queryKey) ?? false,
    // A form that was not sent opens at once, so it must be known that it still isn't.
    meta: { keeps: (isSent) => isSent === true },
    staleTime: 0,
  });
}

/** Whether the client has saved a draft of a year's form, on any device. Does not load the answers. */
export function hasDraftQuery(userId: string, year: number) {
  return queryOptions({
    queryKey: ['tax-form-has-draft', userId, year] as const,
    queryFn: async ({ signal }): Promise<boolean> => {
      const drafts = rest.from('tax_form_drafts').select('updated_at').eq('user_id', userId).eq('year', year);
      return (await dataOf(drafts.abortSignal(signal).maybeSingle())) !== null;
    },
    // The form is on another page: the draft may have been saved since.
    staleTime: 0,
  });
}
