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
