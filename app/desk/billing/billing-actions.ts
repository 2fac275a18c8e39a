import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { InvoiceLine } from '#domain/billing/invoice.ts';
import type { Installment } from '#domain/billing/plan.ts';

/** How money came in or went out. */
export interface Tender {
  method: string;
  wallet: string | null;
  reference: string;
}

const tendered = ({ method, wallet, reference }: Tender) => ({
  method,
  ...(wallet !== null && { wallet }),
  ...(reference.trim() !== '' && { reference: reference.trim() }),
});

export interface Draft {
  id: string;
  clientId: string;
  returnId: string | null;
  lines: readonly InvoiceLine[];
  taxRate: number;
  dueOn: string;
  note: string;
}

/** What staff do with bills and money. Each throws the server's error. `transactionId` makes a repeated request count once. */
export const billingActions = {
  save: ({ id, clientId, returnId, lines, taxRate, dueOn, note }: Draft) =>
    done(
      rest.rpc('save_invoice', {
        invoice_id: id,
        client_id: clientId,
        lines: lines.map(({ unitCents, ...line }) => ({ ...line, unit_cents: unitCents })),
        due_on: dueOn,
        tax_rate: taxRate,
        note: note.trim(),
        ...(returnId !== null && { return_id: returnId }),
      }),
    ),
  issue: (id: string) => done(rest.rpc('issue_invoice', { invoice_id: id })),
  deleteDraft: (id: string) => done(rest.rpc('delete_invoice_draft', { invoice_id: id })),
  pay: (
    transactionId: string,
    clientId: string,
    invoiceId: string | null,
    cents: number,
    tender: Tender,
    paidOn: string,
  ) =>
    done(
      rest.rpc('record_payment', {
        transaction_id: transactionId,
        client_id: clientId,
        amount_cents: cents,
        ...(invoiceId !== null && { invoice_id: invoiceId }),
        ...(paidOn !== '' && { paid_on: paidOn }),
        ...tendered(tender),
      }),
    ),
  payReturn: (transactionId: string, returnId: string, cents: number, tender: Tender, paidOn: string) =>
    done(
      rest.rpc('record_return_payment', {
        return_id: returnId,
        transaction_id: transactionId,
        amount_cents: cents,
        ...(paidOn !== '' && { paid_on: paidOn }),
        ...tendered(tender),
      }),
    ),
  applyCredit: (transactionId: string, invoiceId: string, cents: number) =>
    done(
      rest.rpc('apply_credit', { transaction_id: transactionId, invoice_id: invoiceId, amount_cents: cents }),
    ),
  refund: (transactionId: string, paymentId: string, cents: number, tender: Tender, reason: string) =>
    done(
      rest.rpc('refund_payment', {
        transaction_id: transactionId,
        payment_id: paymentId,
        amount_cents: cents,
        reason,
        ...tendered(tender),
      }),
    ),
  refundCredit: (transactionId: string, clientId: string, cents: number, tender: Tender, reason: string) =>
    done(
      rest.rpc('refund_credit', {
        transaction_id: transactionId,
        client_id: clientId,
        amount_cents: cents,
        reason,
        ...tendered(tender),
      }),
    ),
  writeOff: (transactionId: string, invoiceId: string, cents: number, reason: string) =>
    done(
      rest.rpc('write_off_invoice', {
        transaction_id: transactionId,
        invoice_id: invoiceId,
        amount_cents: cents,
        reason,
      }),
    ),
  void: (transactionId: string, invoiceId: string, reason: string) =>
    done(rest.rpc('void_invoice', { transaction_id: transactionId, invoice_id: invoiceId, reason })),
  undo: (transactionId: string, reversedId: string, reason: string) =>
    done(rest.rpc('reverse_transaction', { transaction_id: transactionId, reversed_id: reversedId, reason })),
  plan: (invoiceId: string, plan: readonly Installment[]) =>
    done(
      rest.rpc('set_installments', {
        invoice_id: invoiceId,
        plan: plan.map(({ dueOn, cents }) => ({ due_on: dueOn, amount_cents: cents })),
      }),
    ),
  settle: (paymentId: string, note: string) =>
    done(rest.rpc('settle_unmatched_payment', { payment_id: paymentId, note })),
};
