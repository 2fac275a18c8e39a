import { queryOptions } from '@tanstack/react-query';
import { supabase } from '#app/shared/api/supabase.ts';

/** The public API of this feature: other features import nothing else from app/tax-form. */

const FORM_STATUS_TIMEOUT_MS = 5000;

/** Whether the client has sent the form of a year. A request that fails or takes over 5 seconds counts as "not sent". */
export async function isFormCompleted(userId: string, year: number): Promise<boolean> {
  try {
    const { data, error } = await supabase
      .from('tax_forms')
      .select('id, submitted_at')
      .eq('user_id', userId)
      .eq('year', year)
      .order('submitted_at', { ascending: false })
      .limit(1)
      .abortSignal(AbortSignal.timeout(FORM_STATUS_TIMEOUT_MS))
      .maybeSingle();
    if (error) throw error;
    return data?.submitted_at != null;
  } catch (error) {
    console.warn('The status of the yearly form could not be loaded', error);
    return false;
  }
}

export function formStatusQuery(userId: string, year: number) {
  return queryOptions({
    queryKey: ['tax-form-status', userId, year] as const,
    queryFn: () => isFormCompleted(userId, year),
    staleTime: 0,
  });
}

/** Whether the client has saved a draft of a year's form, on any device. Does not load the answers. */
export function hasDraftQuery(userId: string, year: number) {
  return queryOptions({
    queryKey: ['tax-form-has-draft', userId, year] as const,
    queryFn: async ({ signal }): Promise<boolean> => {
      const { data, error } = await supabase
        .from('tax_form_drafts')
        .select('updated_at')
        .eq('user_id', userId)
        .eq('year', year)
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return data !== null;
    },
    // The form is on another page: the draft may have been saved since.
    staleTime: 0,
  });
}
