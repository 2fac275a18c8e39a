import { normalizeWithin } from '#domain/text/unicode.ts';

/**
 * The statuses of a return, from the client's documents to the tax office's answer. The steps between them are also in
 * `database/migrations/0019_returns.sql`, which enforces them; a test compares the two.
 */
export const returnStatuses = [
  'documents_received',
  'in_preparation',
  'waiting_for_documents',
  'ready_for_review',
  'approved',
  'payment_due',
  'e_filed',
  'accepted',
  'rejected',
] as const;
export type ReturnStatus = (typeof returnStatuses)[number];

export const returnKinds = ['personal', 'business'] as const;
export type ReturnKind = (typeof returnKinds)[number];

export function isReturnKind(text: string): text is ReturnKind {
  return (returnKinds as readonly string[]).includes(text);
}

export function isReturnStatus(text: string): text is ReturnStatus {
  return (returnStatuses as readonly string[]).includes(text);
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

/** Whether the tax office has the return. The form of its year can't be changed any more. */
export function isFiled(status: ReturnStatus): boolean {
  return status === 'e_filed' || status === 'accepted' || status === 'rejected';
}

/** Whether the return waits until the client does something. */
export function waitsForClient(status: ReturnStatus): boolean {
  return status === 'waiting_for_documents' || status === 'ready_for_review' || status === 'payment_due';
}

/** For clients and staff. */
export const returnStatusNames: Record<ReturnStatus, string> = {
  documents_received: 'Documents received',
  in_preparation: 'In preparation',
  waiting_for_documents: 'Waiting for documents',
  ready_for_review: 'Ready for review',
  approved: 'Approved',
  payment_due: 'Payment due',
  e_filed: 'E-filed',
  accepted: 'Accepted',
  rejected: 'Rejected',
};

export const returnKindNames: Record<ReturnKind, string> = {
  personal: 'Personal return',
  business: 'Business return',
};

/** What a client calls the return: "your 2026 return", "your 2026 business return". */
export function returnName({ year, kind }: { year: number; kind: ReturnKind }): string {
  return kind === 'business' ? `your ${year} business return` : `your ${year} return`;
}

const stepLabels: Record<ReturnStatus, string> = {
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

/** The label of the button by which staff set the next status. */
export function stepLabel(from: ReturnStatus, to: ReturnStatus): string {
  const isFirstTime = from === 'documents_received' || from === 'waiting_for_documents';
  return to === 'in_preparation' && !isFirstTime ? 'Back to preparation' : stepLabels[to];
}

/** Whether a typed name is accepted as a signature: at least two letters. */
export function isSignature(typed: string): boolean {
  return typed.trim().length <= 200 && (normalizeWithin(typed, 1000)?.match(/\p{L}/gu)?.length ?? 0) >= 2;
}
