import { taxRateText } from '#domain/billing/invoice.ts';
import { fullDollars } from '#domain/billing/money.ts';
import { leftOfPlan } from '#domain/billing/plan.ts';
import { msg } from '#domain/language/message.ts';
import type { Reader } from '#domain/language/translate.ts';
import { dayIn, letterhead, type OfficeFacts, sumRow } from './parts.ts';
import { SHEET_WIDTH } from './sheet.ts';

export interface InvoiceFacts {
  readonly number: number;
  readonly clientName: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly note: string;
  readonly taxRate: number;
  readonly taxCents: number;
  readonly totalCents: number;
  readonly balanceCents: number;
  readonly writtenOffCents: number;
  readonly isVoid: boolean;
  readonly lines: readonly {
    description: string;
    quantity: number;
    unitCents: number;
    amountCents: number;
  }[];
  readonly plan: readonly { dueOn: string; cents: number }[];
}

const columns = {
  description: { at: 0, width: 270 },
  quantity: { at: 330, width: 50, align: 'right' },
  unit: { at: 415, width: 75, align: 'right' },
  amount: { at: SHEET_WIDTH, width: 80, align: 'right' },
} as const;

export async function invoicePdf(
  invoice: InvoiceFacts,
  office: OfficeFacts,
  reader: Reader,
): Promise<Uint8Array> {
  const { t, formats } = reader;
  const { number, clientName, totalCents, taxCents, balanceCents, writtenOffCents, isVoid } = invoice;
  const sheet = await letterhead(
    office,
    isVoid
      ? t(msg({ message: 'Void bill', context: 'document' }))
      : t(msg({ message: 'Bill', context: 'document' })),
    [
      t(msg`Number ${{ number: String(number) }}`),
      t(msg`Issued: ${{ date: dayIn(reader, invoice.issuedOn) }}`),
      t(msg`Due: ${{ date: dayIn(reader, invoice.dueOn) }}`),
    ],
  );
  sheet.text(t(msg({ message: 'Billed to', context: 'document' })), 9, 'muted');
  sheet.text(clientName, 12);
  sheet.gap(14);
  sheet.row(
    [
      [t(msg({ message: 'Description', context: 'bill' })), columns.description, 'muted'],
      [t(msg({ message: 'Quantity', context: 'bill' })), columns.quantity, 'muted'],
      [t(msg({ message: 'Price', context: 'bill' })), columns.unit, 'muted'],
      [t(msg({ message: 'Amount', context: 'bill' })), columns.amount, 'muted'],
    ],
    9,
  );
  sheet.rule();
  for (const line of invoice.lines) {
    sheet.row([
      [line.description, columns.description],
      [String(line.quantity), columns.quantity],
      [fullDollars(line.unitCents), columns.unit],
      [fullDollars(line.amountCents), columns.amount],
    ]);
    sheet.gap(3);
  }
  sheet.rule();
  if (taxCents > 0) {
    sumRow(sheet, t(msg`Subtotal`), totalCents - taxCents);
    sumRow(sheet, t(msg`Sales tax ${{ rate: taxRateText(invoice.taxRate) }}%`), taxCents);
  }
  sumRow(sheet, t(msg({ message: 'Total', context: 'bill' })), totalCents, 12);
  const paid = totalCents - balanceCents - writtenOffCents;
  if (!isVoid) {
    if (paid > 0) sumRow(sheet, t(msg({ message: 'Paid', context: 'bill' })), -paid);
    if (writtenOffCents > 0) sumRow(sheet, t(msg`Canceled by our office`), -writtenOffCents);
    sumRow(sheet, t(msg`Amount due`), balanceCents, 12);
  }
  if (!isVoid && balanceCents > 0) {
    const left = leftOfPlan(invoice.plan, balanceCents);
    if (invoice.plan.length > 0) {
      sheet.gap(14);
      sheet.text(t(msg`Payment plan`), 12);
      for (const [index, part] of invoice.plan.entries()) {
        sheet.row([
          [dayIn(reader, part.dueOn), columns.description],
          [fullDollars(part.cents), columns.unit],
          [left[index] === 0 ? t(msg({ message: 'Paid', context: 'bill' })) : '', columns.amount, 'muted'],
        ]);
      }
    }
    const { wallets, atTheOffice } = office.payments;
    sheet.gap(14);
    sheet.text(t(msg`How to pay`), 12);
    for (const wallet of wallets) sheet.text(`${wallet.name}: ${wallet.handle}`);
    if (atTheOffice.length > 0) {
      sheet.text(t(msg`At our office: ${{ ways: formats.orList(atTheOffice) }}`));
    }
    sheet.text(t(msg`Please name the bill’s number: ${{ number: String(number) }}.`), 10, 'muted');
  }
  if (invoice.note !== '') {
    sheet.gap(14);
    for (const paragraph of invoice.note.split('\n')) sheet.text(paragraph);
  }
  return sheet.save();
}
