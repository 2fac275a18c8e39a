import { queryOptions } from '@tanstack/react-query';
import { supabase } from '#app/shared/api/supabase.ts';

/** How long the answer is waited for. */
export const FORM_STATUS_TIMEOUT_MS = 5000;

/** Whether somebody's form for a year has been sent. Nobody waits for it: late or failed counts as not sent. */
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
    console.warn('The state of the yearly form is not known', error);
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
