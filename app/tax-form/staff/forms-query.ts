import { queryOptions } from '@tanstack/react-query';
import { rest } from '#app/shared/api/rest.ts';
import type { Json } from '#contract/generated/database.ts';

export interface FormLine {
  id: string;
  year: number;
  submitted_at: string;
}

/** The forms that a client has sent, newest first. */
export function formsQuery(clientId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'forms'] as const,
    queryFn: async ({ signal }): Promise<FormLine[]> => {
      const { data, error } = await rest
        .from('tax_forms')
        .select('id, year, submitted_at')
        .eq('user_id', clientId)
        .order('year', { ascending: false })
        .order('submitted_at', { ascending: false })
        .abortSignal(signal);
      if (error) throw error;
      return data;
    },
  });
}

export interface FormSheet extends FormLine {
  /** Sensitive answers are masked; the server reveals them one by one. */
  form_data: Json;
}

/** One form, or null if this client has none with this id. Not cached after unmount. */
export function sheetQuery(clientId: string, formId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'sheet', formId] as const,
    queryFn: async ({ signal }): Promise<FormSheet | null> => {
      const { data, error } = await rest
        .from('tax_forms')
        .select('id, year, submitted_at, form_data')
        .eq('user_id', clientId)
        .eq('id', formId)
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return data;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** Reveals one sensitive answer. The server records the access first. */
export async function revealAnswer(formId: string, path: string): Promise<string> {
  const { data, error } = await rest.rpc('reveal_tax_answer', { form_id: formId, field: path });
  if (error) throw error;
  return data;
}
