import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';

export const lineKinds = ['service', 'discount', 'referral'] as const;
export type LineKind = (typeof lineKinds)[number];

export interface InvoiceLine {
  readonly kind: LineKind;
  /** The id of a price of the office; null for a free line. */
  readonly item: string | null;
  readonly description: string;
  readonly quantity: number;
  /** Negative for discounts and credits. */
  readonly unitCents: number;
  readonly taxable: boolean;
}

/** The database's limits. */
export const MAX_LINES = 50;
export const MAX_DESCRIPTION = 200;

/** In thousandths of a percent: 6350 is 6.35%. Half a cent of tax is rounded up, as `save_invoice` does. */
export function totalsOf(lines: readonly InvoiceLine[], taxRate: number) {
  const amountOf = ({ quantity, unitCents }: InvoiceLine) => quantity * unitCents;
  const sum = (some: readonly InvoiceLine[]) => some.reduce((before, line) => before + amountOf(line), 0);
  const subtotal = sum(lines);
  const taxed = Math.max(0, sum(lines.filter(({ taxable }) => taxable)));
  const tax = Math.floor((taxed * taxRate + 50_000) / 100_000);
  return { subtotal, tax, total: subtotal + tax };
}

/** The rate as people type it: "6.35" is 6350. Undefined if it isn't one, or above 30%. */
export function parseTaxRate(typed: string): number | undefined {
  const found = /^(\d{1,2})(?:\.(\d{0,3}))?$/.exec(typed.trim().replace(/\s*%$/, ''));
  if (!found) return typed.trim() === '' ? 0 : undefined;
  const rate = Number(found[1]) * 1000 + Number((found[2] ?? '').padEnd(3, '0'));
  return rate <= 30_000 ? rate : undefined;
}

/** "6.35". */
export function taxRateText(rate: number): string {
  return (rate / 1000).toFixed(3).replace(/\.?0+$/, '');
}

export const invoiceStatusNames = {
  draft: msg({ message: 'Draft', context: 'bill' }),
  open: msg({ message: 'Open', context: 'bill' }),
  partly_paid: msg({ message: 'Partly paid', context: 'bill' }),
  paid: msg({ message: 'Paid', context: 'bill' }),
  written_off: msg({ message: 'Written off', context: 'bill' }),
  void: msg({ message: 'Void', context: 'bill' }),
} satisfies Record<string, MessageDescriptor>;
export type InvoiceStatus = keyof typeof invoiceStatusNames;

export function isInvoiceStatus(text: string): text is InvoiceStatus {
  return Object.hasOwn(invoiceStatusNames, text);
}

/** How a payment came in. Card payments online are recorded by the server only. */
const methodNames = {
  cash: msg({ message: 'Cash', context: 'payment' }),
  check: msg({ message: 'Check', context: 'payment' }),
  money_order: msg({ message: 'Money order', context: 'payment' }),
  wallet: msg({ message: 'Payment app', context: 'payment' }),
  card_desk: msg({ message: 'Card at the office', context: 'payment' }),
  card_online: msg({ message: 'Card online', context: 'payment' }),
  refund_deduction: msg({ message: 'Deducted from the refund', context: 'payment' }),
  bank_transfer: msg({ message: 'Bank transfer', context: 'payment' }),
  other: msg({ message: 'Other', context: 'payment' }),
} satisfies Record<string, MessageDescriptor>;
export type PaymentMethod = keyof typeof methodNames;
export const paymentMethods = (Object.keys(methodNames) as PaymentMethod[]).filter(
  (method) => method !== 'card_online',
);

export function methodName(method: string | null): MessageDescriptor {
  return methodNames[(method ?? 'other') as PaymentMethod] ?? methodNames.other;
}
