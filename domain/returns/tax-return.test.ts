import { describe, expect, it } from 'vitest';
import { isFiled, isReturnStatus, nextStatuses, returnStatuses, waitsForClient } from './tax-return.ts';

describe('the steps of a return', () => {
  it.each([
    ['not_started', ['in_preparation', 'documents_received', 'waiting_for_documents']],
    ['documents_received', ['in_preparation', 'waiting_for_documents']],
    ['in_preparation', ['waiting_for_documents', 'ready_for_review']],
    ['waiting_for_documents', ['in_preparation', 'documents_received']],
    ['ready_for_review', ['in_preparation']],
    ['approved', ['payment_due', 'in_preparation']],
    ['payment_due', ['e_filed', 'in_preparation']],
    ['e_filed', ['accepted', 'rejected']],
    ['accepted', []],
    ['rejected', ['in_preparation']],
  ] as const)('from %s, staff can set %j', (from, to) => {
    expect(nextStatuses(from, 'staff')).toEqual(to);
  });

  it('lets only the client approve', () => {
    const approvals = returnStatuses.filter((from) => nextStatuses(from, 'staff').includes('approved'));
    expect(approvals).toEqual([]);
    expect(returnStatuses.flatMap((from) => nextStatuses(from, 'client'))).toEqual(['approved']);
  });

  it('can be filed only after approval and payment', () => {
    expect(returnStatuses.filter((from) => nextStatuses(from, 'staff').includes('e_filed'))).toEqual([
      'payment_due',
    ]);
    expect(returnStatuses.filter((from) => nextStatuses(from, 'staff').includes('payment_due'))).toEqual([
      'approved',
    ]);
  });

  it('knows which statuses are filed and who must act', () => {
    expect(returnStatuses.filter(isFiled)).toEqual(['e_filed', 'accepted', 'rejected']);
    expect(returnStatuses.filter(waitsForClient)).toEqual([
      'waiting_for_documents',
      'ready_for_review',
      'payment_due',
    ]);
    expect(isReturnStatus('approved')).toBe(true);
    expect(isReturnStatus('done')).toBe(false);
  });
});
