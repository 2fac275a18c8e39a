import { rest } from '#app/shared/api/rest.ts';
import type { ReturnKind, ReturnStatus } from '#domain/returns/tax-return.ts';

/** What staff do with returns. Each function throws the server's error. */

export async function startReturn(clientId: string, year: number, kind: ReturnKind): Promise<void> {
  const { error } = await rest.rpc('start_return', {
    client_id: clientId,
    return_year: year,
    return_kind: kind,
  });
  if (error) throw error;
}

export interface Step {
  to: ReturnStatus;
  note: string;
  /** The file for the client's review; only for the step `ready_for_review`. */
  documentId: string | null;
}

export async function stepReturn(id: string, { to, note, documentId }: Step): Promise<void> {
  const { error } = await rest.rpc('step_return', {
    return_id: id,
    new_status: to,
    ...(note.trim() !== '' && { note: note.trim() }),
    ...(documentId !== null && { review_document_id: documentId }),
  });
  if (error) throw error;
}

export async function recordPayment(id: string): Promise<void> {
  const { error } = await rest.rpc('record_return_payment', { return_id: id });
  if (error) throw error;
}
