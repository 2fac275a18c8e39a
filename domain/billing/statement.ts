import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';

export interface StatementLine {
  readonly kind: string;
  readonly reversed_kind: string | null;
  readonly invoice_number: number | null;
  readonly receipt_number: number | null;
}

const sentences: Readonly<Record<string, (line: StatementLine, number: string) => MessageDescriptor>> = {
  opening: () => msg`Balance before`,
  issue: (_, number) => msg`Bill ${{ number }}`,
  payment: ({ receipt_number }) => msg`Payment, receipt ${{ number: String(receipt_number ?? '') }}`,
  refund: () => msg`Refund`,
  void: (_, number) => msg`Bill ${{ number }} voided`,
  write_off: (_, number) => msg`Bill ${{ number }} written off`,
  reversal: ({ reversed_kind }) => {
    if (reversed_kind === 'payment') return msg`Payment undone`;
    return reversed_kind === 'refund' ? msg`Refund undone` : msg`Write-off undone`;
  },
};

/** What a line of a client's statement is about. */
export function statementLine(line: StatementLine): MessageDescriptor {
  const number = String(line.invoice_number ?? line.receipt_number ?? '');
  return sentences[line.kind]?.(line, number) ?? msg`Moved between accounts`;
}
