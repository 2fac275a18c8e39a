import { expect, it } from 'vitest';
import { nextStatuses, returnStatuses } from '#domain/returns/tax-return.ts';
import { quickStep } from './quick-step.ts';

it.each(returnStatuses)('offers a step of the office from %s, or none', (status) => {
  for (const isPaid of [false, true]) {
    const step = quickStep(status, isPaid);
    if (step === null || step.to === 'paid') continue;
    expect(nextStatuses(status, 'staff')).toContain(step.to);
  }
});

it('never takes back what the client has approved, nor decides what the client or the tax office decides', () => {
  for (const status of ['ready_for_review', 'in_preparation', 'e_filed', 'accepted'] as const) {
    expect(quickStep(status, true)).toBeNull();
  }
  expect(quickStep('approved', false)?.to).toBe('payment_due');
});

it('files only what is paid', () => {
  expect(quickStep('payment_due', false)?.to).toBe('paid');
  expect(quickStep('payment_due', true)?.to).toBe('e_filed');
});
