import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import type { Database } from '#contract/generated/database.ts';
import type { LetterTemplate } from '#domain/contact/client-letters.ts';

type Tables = Database['public']['Tables'];
export type Message = Tables['contact_submissions']['Row'];
export type ClientLetter = Tables['client_letters']['Row'];

/** The number of latest letters shown, as of appointments and messages (migration 0037_desk). */
const SHOWN = 20;

/** The latest appointments. Matched by email, since visitors book without an account. */
export function appointmentsQuery(clientId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'appointments'] as const,
    queryFn: ({ signal }) =>
      dataOf(rest.rpc('appointments_of', { client_id: clientId }, { get: true }), signal),
  });
}

export function messagesQuery(clientId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'messages'] as const,
    queryFn: ({ signal }): Promise<Message[]> =>
      dataOf(rest.rpc('messages_of', { client_id: clientId }, { get: true }), signal),
  });
}

export function lettersQuery(clientId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'letters'] as const,
    queryFn: ({ signal }): Promise<ClientLetter[]> =>
      dataOf(
        rest
          .from('client_letters')
          .select('*')
          .eq('user_id', clientId)
          .order('sent_at', { ascending: false })
          .limit(SHOWN),
        signal,
      ),
  });
}

export interface NewLetter {
  template: LetterTemplate;
  items: string[];
  /** The lines of this year's checklist, which are the first of them. The others become lines. */
  lines: string[];
  note: string;
}

export const sendLetter = (
  letterId: string,
  clientId: string,
  year: number,
  { template, items, lines, note }: NewLetter,
) =>
  done(
    rest.rpc('send_client_letter', {
      letter_id: letterId,
      client_id: clientId,
      letter_template: template,
      letter_items: items,
      ...(template === 'document_request' && { list_year: year, list_items: lines }),
      ...(note !== '' && { staff_note: note }),
    }),
  );

export function useLiveContact(clientId: string): void {
  const queries = useQueryClient();
  useLiveChanges([{ table: 'appointments' }], () =>
    queries.invalidateQueries({ queryKey: appointmentsQuery(clientId).queryKey }),
  );
  useLiveChanges([{ table: 'contact_submissions' }], () =>
    queries.invalidateQueries({ queryKey: messagesQuery(clientId).queryKey }),
  );
}
