import type { ReturnStatus } from '#domain/returns/tax-return.ts';

const labels: Record<ReturnStatus, string> = {
  documents_received: 'Documents are here',
  in_preparation: 'Start preparing',
  waiting_for_documents: 'Wait for documents',
  ready_for_review: 'Put up for review',
  approved: 'Approve',
  payment_due: 'Ask for payment',
  e_filed: 'Mark as e-filed',
  accepted: 'Mark as accepted',
  rejected: 'Mark as rejected',
};

const begins: readonly ReturnStatus[] = ['documents_received', 'waiting_for_documents'];

/** The button that takes a step. */
export function stepLabel(from: ReturnStatus, to: ReturnStatus): string {
  return to === 'in_preparation' && !begins.includes(from) ? 'Back to preparation' : labels[to];
}
