import { done } from '#app/shared/api/done.ts';
import { readQuery } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';
import type { LetterTemplate } from '#domain/contact/client-letters.ts';

export type ClientLetter = Database['public']['Tables']['client_letters']['Row'];

/** The number of latest letters shown, as of appointments and messages (migration 0037_desk). */
const SHOWN = 20;

export const lettersQuery = (clientId: string) =>
  readQuery(['case', clientId, 'letters'], () =>
    rest
      .from('client_letters')
      .select('*')
      .eq('user_id', clientId)
      .order('sent_at', { ascending: false })
      .limit(SHOWN),
  );

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
