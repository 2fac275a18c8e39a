import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { readQuery } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';

type Row = Database['public']['Tables']['tax_forms']['Row'];
export type FormLine = Pick<Row, 'id' | 'year' | 'submitted_at'>;
/** Sensitive answers are masked; the server reveals one, or all of them for a reason. */
export type FormSheet = Pick<Row, keyof FormLine | 'form_data'>;

/** The forms that a client has sent, newest first. */
export const formsQuery = (clientId: string) =>
  readQuery(['case', clientId, 'forms'], () =>
    rest
      .from('tax_forms')
      .select('id, year, submitted_at')
      .eq('user_id', clientId)
      .order('year', { ascending: false }),
  );

/** Whether staff fill in the form: the client has no login. */
export const atDeskQuery = (clientId: string) =>
  readQuery(['case', clientId, 'at-desk'], () => rest.rpc('fills_form_at_desk', { client_id: clientId }));

/** One form, or null if this client has none with this id. Not cached after unmount. */
export function sheetQuery(clientId: string, formId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'sheet', formId] as const,
    queryFn: ({ signal }): Promise<FormSheet | null> => {
      const forms = rest.from('tax_forms').select('id, year, submitted_at, form_data');
      return dataOf(forms.eq('user_id', clientId).eq('id', formId).abortSignal(signal).maybeSingle());
    },
    staleTime: 0,
    gcTime: 0,
  });
}

export interface LastPrint {
  printed_at: string;
  /** A name; '' if the account is gone. */
  printed_by: string;
  with_numbers: boolean;
  /** The paths of the answers that differ from the printed ones. */
  changed: readonly string[];
}

/** The last print of a form, or null. */
export function lastPrintQuery({ id, submitted_at }: FormSheet) {
  return queryOptions({
    queryKey: ['form-print', id, submitted_at] as const,
    queryFn: async ({ signal }) =>
      (await dataOf(rest.rpc('last_form_print', { form_id: id }), signal)) as unknown as LastPrint | null,
    staleTime: 0,
    gcTime: 0,
  });
}
