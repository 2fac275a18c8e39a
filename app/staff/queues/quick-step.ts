import { type ReturnStatus, stepLabel } from '#domain/returns/tax-return.ts';

/** The one thing that leads a return on by a press, from where it stands. */
export type QuickStep =
  | { readonly to: ReturnStatus; readonly label: string }
  | { readonly to: 'paid'; readonly label: string };

/**
 * Null where somebody must choose first, such as the file for the review, or where it is the client's turn. Going
 * back is never a quick step: it takes away what was approved.
 */
export function quickStep(status: ReturnStatus, isPaid: boolean): QuickStep | null {
  const lead = (to: ReturnStatus) => ({ to, label: stepLabel(status, to) });
  switch (status) {
    case 'documents_received':
    case 'waiting_for_documents':
    case 'rejected':
      return lead('in_preparation');
    case 'approved':
      return lead('payment_due');
    case 'payment_due':
      return isPaid ? lead('e_filed') : { to: 'paid', label: 'Record payment' };
    default:
      return null;
  }
}
