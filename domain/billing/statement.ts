import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';

export interface StatementLine {
  readonly kind: string;
  readonly reversed_kind: string | null;
  readonly invoice_number: number | null;
  readonly receipt_number: number | null;
}

/** What a line of a client's statement is about. */
export function statementLine({
  kind,
  reversed_kind,
  invoice_number,
  receipt_number,
}: StatementLine): MessageDescriptor {
  const number = String(invoice_number ?? receipt_number ?? '');
  switch (kind) {
    case 'opening':
      return msg`Balance before`;
    case 'issue':
      return msg`Bill ${{ number }}`;
    case 'payment':
      return msg`Payment, receipt ${{ number: String(receipt_number ?? '') }}`;
    case 'refund':
      return msg`Refund`;
    case 'void':
      return msg`Bill ${{ number }} voided`;
    case 'write_off':
      return msg`Bill ${{ number }} written off`;
    case 'reversal':
      if (reversed_kind === 'payment') return msg`Payment undone`;
      return reversed_kind === 'refund' ? msg`Refund undone` : msg`Write-off undone`;
    default:
      return msg`Moved between accounts`;
  }
}
