import { supabase } from '#app/shared/api/supabase.ts';
import type { ReturnKind, ReturnStatus } from '#domain/returns/tax-return.ts';

/** What staff do with returns. Each throws what the server says against it. */

export async function startReturn(clientId: string, year: number, kind: ReturnKind): Promise<void> {
  const { error } = await supabase.rpc('start_return', {
    client_id: clientId,
    return_year: year,
    return_kind: kind,
  });
  if (error) throw error;
}

export interface Step {
  to: ReturnStatus;
  note: string;
  /** The file that the client shall review; for that step only. */
  documentId: string | null;
}

export async function stepReturn(id: string, { to, note, documentId }: Step): Promise<void> {
  const { error } = await supabase.rpc('step_return', {
    return_id: id,
    new_status: to,
    ...(note.trim() !== '' && { note: note.trim() }),
    ...(documentId !== null && { review_document_id: documentId }),
  });
  if (error) throw error;
}

export async function recordPayment(id: string): Promise<void> {
  const { error } = await supabase.rpc('record_return_payment', { return_id: id });
  if (error) throw error;
}
