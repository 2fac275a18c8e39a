import { queryOptions } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { FirstStatus, ReturnKind, ReturnStatus } from '#domain/returns/tax-return.ts';

/** What staff do with returns. Each function throws the server's error. */

export const startReturn = (
  clientId: string,
  year: number,
  kind: ReturnKind,
  opening: { as: FirstStatus; emailsClient: boolean },
) =>
  done(
    rest.rpc('start_return', {
      client_id: clientId,
      return_year: year,
      return_kind: kind,
      first_status: opening.as,
      email_client: opening.emailsClient,
    }),
  );

export interface Step {
  to: ReturnStatus;
  note: string;
  /** The file for the client's review; only for the step `ready_for_review`. */
  documentId: string | null;
  emailsClient: boolean;
}

/** @param seen where the page shows the return: if a colleague has moved it, the step is refused */
export const stepReturn = (id: string, seen: ReturnStatus, { to, note, documentId, emailsClient }: Step) =>
  done(
    rest.rpc('step_return', {
      return_id: id,
      new_status: to,
      seen_status: seen,
      email_client: emailsClient,
      ...(note.trim() !== '' && { note: note.trim() }),
      ...(documentId !== null && { review_document_id: documentId }),
    }),
  );

export const approveOnPaper = (id: string, signature: string, emailsClient: boolean) =>
  done(rest.rpc('approve_on_paper', { return_id: id, signature, email_client: emailsClient }));

export function readersQuery(clientId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'letter-readers'] as const,
    queryFn: ({ signal }) =>
      dataOf(rest.rpc('letter_readers', { client_id: clientId }, { get: true }), signal),
  });
}
