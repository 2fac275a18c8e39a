import type { InvoiceLineRow } from '#app/billing/queries.ts';
import type { InvoiceLine, LineKind } from '#domain/billing/invoice.ts';
import { parseCents, plainAmount } from '#domain/billing/money.ts';
import type { Office } from '#domain/business/office.ts';

/** A line as it is typed. The amount of a discount is typed without a sign. */
export interface TypedLine {
  key: string;
  kind: LineKind;
  item: string | null;
  description: string;
  quantity: string;
  amount: string;
  taxable: boolean;
}

const line = (given: Omit<TypedLine, 'key' | 'quantity' | 'taxable'>): TypedLine => ({
  key: crypto.randomUUID(),
  quantity: '1',
  taxable: false,
  ...given,
});

export const freeLine = (kind: LineKind, description: string, amount = '') =>
  line({ kind, item: null, description, amount });

/** The office's prices, as lines to choose, with names as the office's facts have them. Of a range, the lower end. */
export function priceChoices({ prices }: Office) {
  return [
    ...prices.tiers.map(({ id, name, from }) => ({ id, name, cents: from * 100 })),
    ...prices.extras.map(({ id, name, amount }) => ({ id, name, cents: amount * 100 })),
  ];
}

export const priceLine = ({ id, name, cents }: ReturnType<typeof priceChoices>[number]) =>
  line({ kind: 'service', item: id, description: name, amount: plainAmount(cents) });

export const typedLines = (rows: readonly InvoiceLineRow[]): TypedLine[] =>
  rows.map(({ kind, item, description, quantity, unit_cents, taxable }) => ({
    ...line({ kind: kind as LineKind, item, description, amount: plainAmount(Math.abs(unit_cents)) }),
    quantity: String(quantity),
    taxable,
  }));

/** The line for the server; undefined while it isn't complete. */
export function readLine(typed: TypedLine): InvoiceLine | undefined {
  const { kind, item, description, quantity, amount, taxable } = typed;
  const cents = parseCents(amount);
  const count = /^\d{1,3}$/.test(quantity.trim()) ? Number(quantity) : 0;
  if (cents === undefined || count === 0 || description.trim() === '') return undefined;
  if (kind !== 'service' && cents === 0) return undefined;
  const unitCents = kind === 'service' ? cents : -cents;
  return { kind, item, description: description.trim(), quantity: count, unitCents, taxable };
}
