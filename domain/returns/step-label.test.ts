import { expect, it } from 'vitest';
import { quickStep } from './step-label.ts';
import { nextStatuses, returnStatuses } from './tax-return.ts';

it.each(returnStatuses)('offers only steps that staff may take from %s', (status) => {
  for (const isPaid of [false, true]) {
    const step = quickStep(status, isPaid);
    if (step === null || step.to === 'paid') continue;
    expect(nextStatuses(status, 'staff')).toContain(step.to);
  }
});

it('never revokes an approval or decides for the client or the tax office', () => {
  for (const status of ['ready_for_review', 'in_preparation', 'e_filed', 'accepted'] as const) {
    expect(quickStep(status, true)).toBeNull();
  }
  expect(quickStep('approved', false)?.to).toBe('payment_due');
});

it('files only paid returns', () => {
  expect(quickStep('payment_due', false)?.to).toBe('paid');
  expect(quickStep('payment_due', true)?.to).toBe('e_filed');
});
