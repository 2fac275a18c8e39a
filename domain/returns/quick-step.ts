import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { stepLabel } from './step-label.ts';
import type { ReturnStatus } from './tax-return.ts';

/** The next step of a return that needs only one click. */
export type QuickStep =
  | { readonly to: ReturnStatus; readonly label: MessageDescriptor }
  | { readonly to: 'paid'; readonly label: MessageDescriptor };

/** Null if a choice is needed first, if it is the client's turn, and for going back, which revokes the approval. */
export function quickStep(status: ReturnStatus, isPaid: boolean): QuickStep | null {
  const lead = (to: ReturnStatus) => ({ to, label: stepLabel(status, to) });
  switch (status) {
    case 'not_started':
    case 'documents_received':
    case 'waiting_for_documents':
    case 'rejected':
      return lead('in_preparation');
    case 'approved':
      return lead('payment_due');
    case 'payment_due':
      return isPaid ? lead('e_filed') : { to: 'paid', label: msg`Record payment` };
    default:
      return null;
  }
}
