/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type InvoiceLine, parseTaxRate, taxRateText, totalsOf } from './invoice.ts';
import { equalParts, leftOfPlan, monthsLater, planProblem } from './plan.ts';

const line = (unitCents: number, more: Partial<InvoiceLine> = {}): InvoiceLine => ({
  kind: 'service',
  item: null,
  description: 'Return',
  quantity: 1,
  unitCents,
  taxable: false,
  ...more,
});

test('taxes taxable lines only, less taxable discounts, and rounds half a cent up', () => {
  const discount = line(-1000, { kind: 'discount', taxable: true });
  expect(totalsOf([line(8000), line(3000, { quantity: 2, taxable: true }), discount], 6350)).toEqual({
    subtotal: 13_000,
    tax: 318,
    total: 13_318,
  });
  // 10 cents at 5% are half a cent.
  expect(totalsOf([line(10, { taxable: true })], 5000).tax).toBe(1);
  expect(totalsOf([line(-500, { kind: 'discount', taxable: true })], 6350).tax).toBe(0);
});

test.each([
  ['6.35', 6350],
  ['8.875%', 8875],
  ['', 0],
  ['7', 7000],
  ['31', undefined],
  ['x', undefined],
])('reads the tax rate %j', (typed, rate) => {
  expect(parseTaxRate(typed)).toBe(rate);
});

test('writes tax rates', () => {
  expect([6350, 8875, 7000, 10_000].map(taxRateText)).toEqual(['6.35', '8.875', '7', '10']);
});

test('equal parts add up and are a month apart', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 10_000_000 }),
      fc.integer({ min: 2, max: 24 }),
      (cents, parts) => {
        expect(planProblem(equalParts(cents, parts, '2026-11-30'), cents)).toBeNull();
      },
    ),
  );
  expect(equalParts(10_000, 3, '2026-12-31')).toEqual([
    { dueOn: '2026-12-31', cents: 3334 },
    { dueOn: '2027-01-31', cents: 3333 },
    { dueOn: '2027-02-28', cents: 3333 },
  ]);
  expect(monthsLater('2027-12-31', 2)).toBe('2028-02-29');
});

test('finds what is wrong with a plan', () => {
  const plan = equalParts(9000, 3, '2026-12-01');
  expect(planProblem(plan, 9001)).toBe('sum');
  expect(planProblem(plan.toReversed(), 9000)).toBe('dates');
  expect(planProblem([...plan, { dueOn: '2027-06-01', cents: 0 }], 9000)).toBe('amounts');
});

test('payments cover the installments in their order', () => {
  const plan = equalParts(9000, 3, '2026-12-01');
  expect(leftOfPlan(plan, 9000)).toEqual([3000, 3000, 3000]);
  expect(leftOfPlan(plan, 5000)).toEqual([0, 2000, 3000]);
  expect(leftOfPlan(plan, 0)).toEqual([0, 0, 0]);
});
