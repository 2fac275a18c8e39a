import type { ReturnStatus } from '#domain/tax-return.ts';

/** The one thing that leads a return on by a press, from where it stands. */
export type QuickStep =
  | { readonly to: ReturnStatus; readonly label: string }
  | { readonly to: 'paid'; readonly label: string };

/**
 * Null where somebody must choose first, such as the file for the review, or where it is the client's turn. Going
 * back is never a quick step: it takes away what was approved.
 */
export function quickStep(status: ReturnStatus, isPaid: boolean): QuickStep | null {
  switch (status) {
    case 'documents_received':
      return { to: 'in_preparation', label: 'Begin preparation' };
    case 'waiting_for_documents':
      return { to: 'in_preparation', label: 'Go on preparing' };
    case 'rejected':
      return { to: 'in_preparation', label: 'Correct it' };
    case 'approved':
      return { to: 'payment_due', label: 'Ask for payment' };
    case 'payment_due':
      return isPaid ? { to: 'e_filed', label: 'Mark as e-filed' } : { to: 'paid', label: 'Record payment' };
    default:
      return null;
  }
}
