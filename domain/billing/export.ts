import { csvLine } from '#domain/text/csv-write.ts';
import { plainAmount } from './money.ts';

/** An entry of the ledger, as `ledger_export` returns it. */
export interface LedgerRow {
  readonly sequence: number;
  readonly on_day: string;
  readonly kind: string;
  readonly client_name: string | null;
  readonly invoice_number: number | null;
  readonly receipt_number: number | null;
  readonly method: string | null;
  readonly wallet: string | null;
  readonly reference: string | null;
  readonly account: string;
  readonly amount_cents: number;
}

export const csvHeader = csvLine([
  ...['Transaction', 'Date', 'Kind', 'Client', 'Bill', 'Receipt', 'Method', 'Reference', 'Account'],
  ...['Debit', 'Credit'],
]);

/** A line of the books for a spreadsheet: debits and credits in columns of their own. */
export function csvEntry(row: LedgerRow): string {
  const { amount_cents: cents } = row;
  return csvLine([
    String(row.sequence),
    row.on_day,
    row.kind,
    row.client_name ?? '',
    String(row.invoice_number ?? ''),
    String(row.receipt_number ?? ''),
    [row.method, row.wallet].filter(Boolean).join(': '),
    row.reference ?? '',
    iifAccounts[row.account]?.name ?? row.account,
    cents > 0 ? plainAmount(cents) : '',
    cents < 0 ? plainAmount(-cents) : '',
  ]);
}

/** The accounts as QuickBooks has them by default, with the type that a new one gets. */
const iifAccounts: Readonly<Record<string, { name: string; type: string }>> = {
  receivable: { name: 'Accounts Receivable', type: 'AR' },
  cash: { name: 'Undeposited Funds', type: 'OCASSET' },
  credit: { name: 'Client Deposits', type: 'OCLIAB' },
  income: { name: 'Fees', type: 'INC' },
  refunds: { name: 'Refunds to Clients', type: 'INC' },
  tax: { name: 'Sales Tax Collected', type: 'OCLIAB' },
  write_off: { name: 'Bad Debt', type: 'EXP' },
};

/**
 * The head of an IIF file for QuickBooks Desktop (its "Reference guide to import files"): lines that begin with "!" name
 * the columns of the lines below. The accounts come first, so that an import doesn't ask for them.
 */
export const iifHeader = [
  ['!ACCNT', 'NAME', 'ACCNTTYPE'],
  ...Object.values(iifAccounts).map(({ name, type }) => ['ACCNT', name, type]),
  ['!TRNS', 'TRNSTYPE', 'DATE', 'ACCNT', 'NAME', 'AMOUNT', 'DOCNUM', 'MEMO'],
  ['!SPL', 'TRNSTYPE', 'DATE', 'ACCNT', 'NAME', 'AMOUNT', 'DOCNUM', 'MEMO'],
  ['!ENDTRNS'],
]
  .map(iifLine)
  .join('');

/**
 * A transaction of the ledger as one of the file: its lines add up to zero. A bill is an INVOICE and a payment for a bill a PAYMENT, which
 * begin with the receivable and the cash. Everything else is a general journal entry.
 */
export function iifTransaction(entries: readonly LedgerRow[]): string {
  const [transaction] = entries;
  if (!transaction) return '';
  const accounts = entries.map(({ account }) => account);
  const isPlainPayment = transaction.kind === 'payment' && !accounts.includes('credit');
  const type = transaction.kind === 'issue' ? 'INVOICE' : isPlainPayment ? 'PAYMENT' : 'GENERAL JOURNAL';
  const first = transaction.kind === 'issue' ? 'receivable' : 'cash';
  const sorted = [...entries].sort((a, b) => Number(b.account === first) - Number(a.account === first));
  const [year, month, day] = transaction.on_day.split('-');
  const number = String(
    transaction.kind === 'payment' ? (transaction.receipt_number ?? '') : (transaction.invoice_number ?? ''),
  );
  const memo = [transaction.kind, transaction.method, transaction.wallet, transaction.reference]
    .filter(Boolean)
    .join(', ');
  const lines = sorted.map((entry, index) =>
    iifLine([
      index === 0 ? 'TRNS' : 'SPL',
      type,
      `${month}/${day}/${year}`,
      iifAccounts[entry.account]?.name ?? entry.account,
      entry.client_name ?? '',
      plainAmount(entry.amount_cents),
      number,
      memo,
    ]),
  );
  return `${lines.join('')}${iifLine(['ENDTRNS'])}`;
}

/** Cells with tabs between. Quotes and separators in names would begin another cell. */
function iifLine(cells: readonly string[]): string {
  return `${cells.map((cell) => cell.replace(/[\t\r\n"]+/g, ' ').trim()).join('\t')}\r\n`;
}
