import { methodName } from '#domain/billing/invoice.ts';
import { fullDollars } from '#domain/billing/money.ts';
import { msg } from '#domain/language/message.ts';
import type { Reader } from '#domain/language/translate.ts';
import { dayIn, letterhead, type OfficeFacts } from './parts.ts';

export interface ReceiptFacts {
  readonly receiptNumber: number;
  readonly clientName: string;
  readonly invoiceNumber: number | null;
  readonly amountCents: number;
  readonly method: string | null;
  readonly wallet: string | null;
  readonly reference: string | null;
  readonly onDay: string;
  readonly isUndone: boolean;
}

const [name, value] = [
  { at: 0, width: 150 },
  { at: 160, width: 340 },
];

export async function receiptPdf(
  receipt: ReceiptFacts,
  office: OfficeFacts,
  reader: Reader,
): Promise<Uint8Array> {
  const { t } = reader;
  const { invoiceNumber, wallet, reference, isUndone } = receipt;
  const number = String(receipt.receiptNumber);
  const sheet = await letterhead(
    office,
    isUndone ? t(msg`Canceled receipt`) : t(msg({ message: 'Receipt', context: 'document' })),
    [t(msg`Number ${{ number }}`)],
  );
  const rows: [string, string][] = [
    [t(msg`Received from`), receipt.clientName],
    [t(msg({ message: 'Amount', context: 'receipt' })), fullDollars(receipt.amountCents)],
    [t(msg({ message: 'Date', context: 'receipt' })), dayIn(reader, receipt.onDay)],
    [
      t(msg({ message: 'Paid by', context: 'receipt' })),
      [wallet ?? t(methodName(receipt.method)), reference].filter(Boolean).join(', '),
    ],
    [
      t(msg({ message: 'For', context: 'receipt' })),
      invoiceNumber === null ? t(msg`Deposit`) : t(msg`Bill ${{ number: String(invoiceNumber) }}`),
    ],
  ];
  for (const [label, text] of rows) {
    sheet.row(
      [
        [label, name, 'muted'],
        [text, value],
      ],
      12,
    );
    sheet.gap(4);
  }
  sheet.gap(12);
  sheet.text(isUndone ? t(msg`This payment was undone.`) : t(msg`Thank you!`), 12);
  return sheet.save();
}
