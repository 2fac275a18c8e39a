import { expect, test } from 'vitest';
import { csvEntry, csvHeader, iifHeader, iifTransaction, type LedgerRow } from './export.ts';

const row = (more: Partial<LedgerRow>): LedgerRow => ({
  sequence: 7,
  on_day: '2026-11-24',
  kind: 'issue',
  client_name: 'Rosa Delgado',
  invoice_number: 1001,
  receipt_number: null,
  method: null,
  wallet: null,
  reference: null,
  account: 'receivable',
  amount_cents: 8508,
  ...more,
});
const bill = [
  row({ account: 'income', amount_cents: -8000 }),
  row({}),
  row({ account: 'tax', amount_cents: -508 }),
];

test('a bill becomes an invoice that begins with the receivable and adds up to zero', () => {
  const lines = iifTransaction(bill).trimEnd().split('\r\n');
  expect(lines).toEqual([
    'TRNS\tINVOICE\t11/24/2026\tAccounts Receivable\tRosa Delgado\t85.08\t1001\tissue',
    'SPL\tINVOICE\t11/24/2026\tFees\tRosa Delgado\t-80.00\t1001\tissue',
    'SPL\tINVOICE\t11/24/2026\tSales Tax Collected\tRosa Delgado\t-5.08\t1001\tissue',
    'ENDTRNS',
  ]);
  const sum = lines
    .slice(0, 3)
    .reduce((cents, line) => cents + Math.round(Number(line.split('\t')[5]) * 100), 0);
  expect(sum).toBe(0);
});

test('a payment of a bill is a PAYMENT; a deposit is a journal entry', () => {
  const paid = { kind: 'payment', method: 'check', reference: '1204', receipt_number: 1002 };
  const cash = row({ ...paid, account: 'cash', amount_cents: 8508 });
  expect(iifTransaction([row({ ...paid, amount_cents: -8508 }), cash])).toMatch(
    /^TRNS\tPAYMENT\t.*Undeposited Funds/,
  );
  expect(iifTransaction([cash, row({ ...paid, account: 'credit', amount_cents: -8508 })])).toMatch(
    /^TRNS\tGENERAL JOURNAL\t/,
  );
});

test('names can’t begin another cell, line, or formula', () => {
  const evil = row({ client_name: 'A\tB"\r\nTRNS' });
  expect(iifTransaction([evil])).toContain('\tA B TRNS\t');
  expect(csvEntry(row({ client_name: '=HYPERLINK("x")' }))).toContain(`"'=HYPERLINK(""x"")"`);
});

test('the heads name the columns that the lines have', () => {
  const columns = iifHeader
    .split('\r\n')
    .find((line) => line.startsWith('!TRNS'))
    ?.split('\t');
  expect(iifTransaction(bill).split('\r\n')[0]?.split('\t')).toHaveLength(columns?.length ?? 0);
  expect(csvEntry(row({})).split(',')).toHaveLength(csvHeader.split(',').length);
  expect(csvEntry(row({}))).toBe('7,2026-11-24,issue,Rosa Delgado,1001,,,,Accounts Receivable,85.08,\r\n');
});
