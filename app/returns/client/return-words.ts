import type { ReturnStatus } from '#domain/returns/tax-return.ts';

/** What each station means, for somebody who has never seen a return from the inside. */
export const meaning: Record<ReturnStatus, string> = {
  documents_received: 'We have what you sent and begin to read it.',
  in_preparation: 'A preparer works on your return.',
  waiting_for_documents: 'We need something more from you before we can go on.',
  ready_for_review: 'It is your turn: read your return and approve it.',
  approved: 'You said yes. We write the bill.',
  payment_due: 'We file as soon as the fee is paid.',
  e_filed: 'The return is on its way to the tax office.',
  accepted: 'The tax office has accepted it. You are done.',
  rejected: 'The tax office sent it back. We correct it and file again.',
};
