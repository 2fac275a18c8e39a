import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { isBeforePreparation, type ReturnStatus, returnStatusNames } from './tax-return.ts';

/** No step leads to "Not started": a return only begins as it. */
const stepLabels: Record<Exclude<ReturnStatus, 'not_started'>, MessageDescriptor> = {
  documents_received: msg`Mark documents received`,
  in_preparation: msg`Start preparing`,
  waiting_for_documents: msg`Wait for documents`,
  ready_for_review: msg`Send for review`,
  approved: msg`Approve`,
  payment_due: msg`Request payment`,
  e_filed: msg`Mark as e-filed`,
  accepted: msg`Mark as accepted`,
  rejected: msg`Mark as rejected`,
};

/** The label of the button by which staff set the next status. */
export function stepLabel(from: ReturnStatus, to: ReturnStatus): MessageDescriptor {
  if (to === 'not_started') return returnStatusNames[to];
  return to === 'in_preparation' && !isBeforePreparation(from) ? msg`Back to preparation` : stepLabels[to];
}

/** The next step of a return that needs only one click. */
type QuickStep =
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
