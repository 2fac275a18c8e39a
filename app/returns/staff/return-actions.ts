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

/** Records that a client without a login has signed on paper. */
export async function approveOnPaper(id: string, signature: string): Promise<void> {
  const { error } = await rest.rpc('approve_on_paper', { return_id: id, signature });
  if (error) throw error;
}
