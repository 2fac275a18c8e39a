import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';

/** The statuses of a return, as clients and staff read them. The steps between them are also in `0025_returns.sql`; a test compares the two. */
export const returnStatusNames = {
  not_started: msg`Not started`,
  documents_received: msg`Documents received`,
  in_preparation: msg`In preparation`,
  waiting_for_documents: msg`Waiting for documents`,
  ready_for_review: msg`Ready for review`,
  approved: msg`Approved`,
  payment_due: msg`Payment due`,
  e_filed: msg`E-filed`,
  accepted: msg`Accepted`,
  rejected: msg`Rejected`,
} satisfies Record<string, MessageDescriptor>;
export type ReturnStatus = keyof typeof returnStatusNames;
export const returnStatuses = Object.keys(returnStatusNames) as ReturnStatus[];

/** What staff may open a return as. */
export const firstStatuses = ['not_started', 'waiting_for_documents'] as const;
export type FirstStatus = (typeof firstStatuses)[number];

export const returnKindNames = {
  personal: msg`Personal return`,
  business: msg`Business return`,
} satisfies Record<string, MessageDescriptor>;
export type ReturnKind = keyof typeof returnKindNames;
export const returnKinds = Object.keys(returnKindNames) as ReturnKind[];

export function isReturnKind(text: string): text is ReturnKind {
  return Object.hasOwn(returnKindNames, text);
}

export function isReturnStatus(text: string): text is ReturnStatus {
  return Object.hasOwn(returnStatusNames, text);
}

/** Who may take a step. Only the client approves. */
export type StepTaker = 'staff' | 'client';

interface Step {
  to: ReturnStatus;
  by: StepTaker;
}

const byStaff = (...to: ReturnStatus[]): Step[] => to.map((status) => ({ to: status, by: 'staff' }));

/** Before filing, a return can always go back to preparation, which voids an approval. */
const steps: Record<ReturnStatus, readonly Step[]> = {
  not_started: byStaff('in_preparation', 'documents_received', 'waiting_for_documents'),
  documents_received: byStaff('in_preparation', 'waiting_for_documents'),
  in_preparation: byStaff('waiting_for_documents', 'ready_for_review'),
  waiting_for_documents: byStaff('in_preparation', 'documents_received'),
  ready_for_review: [...byStaff('in_preparation'), { to: 'approved', by: 'client' }],
  approved: byStaff('payment_due', 'in_preparation'),
  payment_due: byStaff('e_filed', 'in_preparation'),
  e_filed: byStaff('accepted', 'rejected'),
  accepted: [],
  rejected: byStaff('in_preparation'),
};

/** The statuses that `by` may set next. */
export function nextStatuses(from: ReturnStatus, by: StepTaker): ReturnStatus[] {
  return steps[from].filter((step) => step.by === by).map((step) => step.to);
}

/** Whether the tax office has the return. The form of its year can't be changed anymore. */
export function isFiled(status: ReturnStatus): boolean {
  return status === 'e_filed' || status === 'accepted' || status === 'rejected';
}

/** Whether the return waits until the client does something. */
export function waitsForClient(status: ReturnStatus): boolean {
  return status === 'waiting_for_documents' || status === 'ready_for_review' || status === 'payment_due';
}

/** "Personal return 2026". */
export function returnTitle({ year, kind }: { year: number; kind: ReturnKind }): MessageDescriptor {
  return kind === 'business' ? msg`Business return ${{ year }}` : msg`Personal return ${{ year }}`;
}

/** Whether no one has worked on the return yet, as far as its status says. */
export function isBeforePreparation(status: ReturnStatus): boolean {
  return status === 'not_started' || status === 'documents_received' || status === 'waiting_for_documents';
}
