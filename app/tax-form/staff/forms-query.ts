import { queryOptions } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';
import { isObject } from '#domain/tax-form/answers.ts';

type Row = Database['public']['Tables']['tax_forms']['Row'];
export type FormLine = Pick<Row, 'id' | 'year' | 'submitted_at'>;
/** Sensitive answers are masked; the server reveals one, or all of them for a reason. */
export type FormSheet = Pick<Row, keyof FormLine | 'form_data'>;

/** The forms that a client has sent, newest first. */
export function formsQuery(clientId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'forms'] as const,
    queryFn: ({ signal }): Promise<FormLine[]> =>
      dataOf(
        rest
          .from('tax_forms')
          .select('id, year, submitted_at')
          .eq('user_id', clientId)
          .order('year', { ascending: false })
          .order('submitted_at', { ascending: false }),
        signal,
      ),
  });
}

/** Whether staff fill in the form: the client has no login. */
export function atDeskQuery(clientId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'at-desk'] as const,
    queryFn: ({ signal }): Promise<boolean> =>
      dataOf(rest.rpc('fills_form_at_desk', { client_id: clientId }), signal),
  });
}

/** One form, or null if this client has none with this id. Not cached after unmount. */
export function sheetQuery(clientId: string, formId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'sheet', formId] as const,
    queryFn: ({ signal }): Promise<FormSheet | null> =>
      dataOf(
        rest
          .from('tax_forms')
          .select('id, year, submitted_at, form_data')
          .eq('user_id', clientId)
          .eq('id', formId)
          .abortSignal(signal)
          .maybeSingle(),
      ),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Reveals one sensitive answer. The server records the access first. */
export async function revealAnswer(formId: string, path: string): Promise<string> {
  return dataOf(rest.rpc('reveal_tax_answer', { form_id: formId, field: path }));
}

/** Reveals all sensitive answers: the whole form. The server records the access first, with the reason. */
export async function revealForm(formId: string, reason: string): Promise<unknown> {
  return dataOf(rest.rpc('reveal_tax_form', { form_id: formId, reason }));
}

/** The form was submitted again since it was loaded. */
export const FORM_CHANGED = 'PT409';

/** Records a print. To be called before it. Throws `FORM_CHANGED` if these are no longer the newest answers. */
export async function recordPrint({ id, submitted_at }: FormSheet, withNumbers: boolean): Promise<void> {
  const call = { form_id: id, seen: submitted_at, with_numbers: withNumbers };
  await done(rest.rpc('record_form_print', call));
}

export interface LastPrint {
  printedAt: string;
  /** A name; '' if the account is gone. */
  printedBy: string;
  withNumbers: boolean;
  /** The paths of the answers that differ from the printed ones. */
  changed: readonly string[];
}

/** The last print of a form, or null. */
export function lastPrintQuery({ id, submitted_at }: FormSheet) {
  return queryOptions({
    queryKey: ['form-print', id, submitted_at] as const,
    queryFn: async ({ signal }): Promise<LastPrint | null> => {
      const data = await dataOf(rest.rpc('last_form_print', { form_id: id }), signal);
      return readPrint(data);
    },
    staleTime: 0,
    gcTime: 0,
  });
}

function readPrint(answer: unknown): LastPrint | null {
  if (!isObject(answer)) return null;
  const { printed_at, printed_by, with_numbers, changed } = answer;
  return {
    printedAt: String(printed_at),
    printedBy: String(printed_by),
    withNumbers: with_numbers === true,
    changed: Array.isArray(changed) ? changed.map(String) : [],
  };
}
