import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Invoice, Payment } from '#app/billing/queries.ts';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { dollarsAndCents, parseCents, plainAmount } from '#domain/billing/money.ts';
import { leftOfPlan } from '#domain/billing/plan.ts';
import { InvoiceDialog } from './dialogs/invoice-dialog.tsx';
import { PaymentDialog } from './dialogs/payment-dialog.tsx';
import { PlanDialog } from './dialogs/plan-dialog.tsx';
import { ReasonDialog } from './dialogs/reason-dialog.tsx';
import { AmountField } from './dialogs/tender-fields.tsx';

export type OpenBillingDialog =
  | { readonly kind: 'bill'; readonly draft: Invoice | null }
  | { readonly kind: 'pay' | 'plan' | 'write-off' | 'void' | 'credit' | 'delete'; readonly invoice: Invoice }
  | { readonly kind: 'refund' | 'undo'; readonly payment: Payment }
  | { readonly kind: 'refund-credit'; readonly cents: number }
  | { readonly kind: 'deposit' };

interface BillingDialogProps {
  clientId: string;
  dialog: OpenBillingDialog;
  creditCents: number;
  payments: readonly Payment[];
  onTried: () => Promise<void>;
  /** With what was done, as a sentence. */
  onDone: (message: string) => void;
  onClose: () => void;
}

export function BillingDialog({
  clientId,
  dialog,
  creditCents,
  payments,
  onTried,
  onDone,
  onClose,
}: BillingDialogProps) {
  const { t } = useLingui();
  const common = { onTried, onClose };
  switch (dialog.kind) {
    case 'bill':
      return (
        <InvoiceDialog
          clientId={clientId}
          draft={dialog.draft}
          onIssued={() => onDone(t`The bill was issued. We emailed the client.`)}
          onClose={onClose}
        />
      );
    case 'pay': {
      const { id, number, balance_cents, installments } = dialog.invoice;
      const plan = installments.map((part) => ({ dueOn: part.due_on, cents: part.amount_cents }));
      return (
        <PaymentDialog
          {...common}
          payments={payments}
          title={t`Payment for bill ${{ number: String(number) }}`}
          open={balance_cents}
          suggested={leftOfPlan(plan, balance_cents).find((cents) => cents > 0) ?? balance_cents}
          onPay={(payment) =>
            done(rest.rpc('record_payment', { ...payment, client_id: clientId, invoice_id: id }))
          }
          onDone={() => onDone(t`The payment was recorded.`)}
        />
      );
    }
    case 'deposit':
      return (
        <PaymentDialog
          {...common}
          payments={payments}
          title={t`Record a deposit`}
          open={null}
          about={t`Money that belongs to no bill yet. It stays on the client’s account until you use it for a bill or give it back.`}
          onPay={(payment) => done(rest.rpc('record_payment', { ...payment, client_id: clientId }))}
          onDone={() => onDone(t`The deposit was recorded.`)}
        />
      );
    case 'plan':
      return <PlanDialog invoice={dialog.invoice} onClose={onClose} />;
    case 'credit':
      return (
        <CreditDialog
          {...common}
          invoice={dialog.invoice}
          most={Math.min(creditCents, dialog.invoice.balance_cents)}
          onDone={() => onDone(t`The bill was paid from the account.`)}
        />
      );
    case 'write-off':
      return (
        <ReasonDialog
          {...common}
          title={t`Write off bill ${{ number: String(dialog.invoice.number) }}?`}
          action={t`Write off`}
          most={dialog.invoice.balance_cents}
          onConfirm={(act, amount_cents) =>
            done(rest.rpc('write_off_invoice', { ...act, amount_cents, invoice_id: dialog.invoice.id }))
          }
          onDone={() => onDone(t`The amount was written off.`)}
        >
          <Trans>The client no longer owes this amount. It’s recorded who wrote it off.</Trans>
        </ReasonDialog>
      );
    case 'void':
      return (
        <ReasonDialog
          {...common}
          title={t`Void bill ${{ number: String(dialog.invoice.number) }}?`}
          action={t`Void bill`}
          onConfirm={(act) => done(rest.rpc('void_invoice', { ...act, invoice_id: dialog.invoice.id }))}
          onDone={() => onDone(t`The bill was voided.`)}
        >
          <Trans>
            The client sees it as void. What was paid for it stays on the client’s account. This can’t be
            undone.
          </Trans>
        </ReasonDialog>
      );
    case 'refund':
      return (
        <ReasonDialog
          {...common}
          title={t`Give money back?`}
          action={t`Record the refund`}
          most={dialog.payment.refundable_cents}
          asksTender
          onConfirm={(act, amount_cents, tender) =>
            done(
              rest.rpc('refund_payment', { ...act, amount_cents, ...tender, payment_id: dialog.payment.id }),
            )
          }
          onDone={() => onDone(t`The refund was recorded.`)}
        >
          <Trans>
            The bill stays paid. Hand over the money yourself; a card payment is refunded in the card
            company’s account.
          </Trans>
        </ReasonDialog>
      );
    case 'refund-credit':
      return (
        <ReasonDialog
          {...common}
          title={t`Give money back from the account?`}
          action={t`Record the refund`}
          most={dialog.cents}
          asksTender
          onConfirm={(act, amount_cents, tender) =>
            done(rest.rpc('refund_credit', { ...act, amount_cents, ...tender, client_id: clientId }))
          }
          onDone={() => onDone(t`The refund was recorded.`)}
        >
          <Trans>This money belongs to no bill. Hand it over yourself; here you record that you did.</Trans>
        </ReasonDialog>
      );
    case 'undo':
      return (
        <ReasonDialog
          {...common}
          title={
            dialog.payment.kind === 'refund'
              ? t`Undo the refund of ${{ amount: dollarsAndCents(dialog.payment.amount_cents) }}?`
              : t`Undo the payment of ${{ amount: dollarsAndCents(dialog.payment.amount_cents) }}?`
          }
          action={t`Undo`}
          onConfirm={(act) =>
            done(rest.rpc('reverse_transaction', { ...act, reversed_id: dialog.payment.id }))
          }
          onDone={() => onDone(t`It was undone.`)}
        >
          <Trans>
            For mistakes and bounced checks. Both entries stay in the books, and the bill is open again.
          </Trans>
        </ReasonDialog>
      );
    case 'delete':
      return (
        <DeleteDraft {...common} invoice={dialog.invoice} onDone={() => onDone(t`The draft was deleted.`)} />
      );
  }
}

interface CreditDialogProps {
  invoice: Invoice;
  most: number;
  onTried: () => Promise<void>;
  onDone: () => void;
  onClose: () => void;
}

function CreditDialog({ invoice, most, onTried, onDone, onClose }: CreditDialogProps) {
  const { t } = useLingui();
  const [transaction_id] = useState(() => crypto.randomUUID());
  const [amount, setAmount] = useState(plainAmount(most));
  const { run, busy, problem } = useAction(onTried);
  const cents = parseCents(amount) ?? 0;
  return (
    <FormDialog
      title={t`Pay bill ${{ number: String(invoice.number) }} from the account`}
      action={t`Use the money`}
      busy={busy}
      problem={problem}
      isReady={cents > 0 && cents <= most}
      onClose={onClose}
      onSubmit={() =>
        void run(() =>
          done(rest.rpc('apply_credit', { transaction_id, invoice_id: invoice.id, amount_cents: cents })),
        ).then((isDone) => isDone && onDone())
      }
    >
      <AmountField value={amount} onChange={setAmount} most={most} autoFocus />
    </FormDialog>
  );
}

function DeleteDraft({ invoice, onTried, onDone, onClose }: Omit<CreditDialogProps, 'most'>) {
  const { t } = useLingui();
  const { run, busy, problem } = useAction(onTried);
  return (
    <ConfirmDialog
      isOpen
      title={t`Delete this draft?`}
      confirmLabel={t`Delete the draft`}
      danger
      busy={busy}
      onCancel={onClose}
      onConfirm={() =>
        void run(() => done(rest.rpc('delete_invoice_draft', { invoice_id: invoice.id }))).then(
          (isDone) => isDone && onDone(),
        )
      }
    >
      {problem ?? <Trans>It was never sent to the client.</Trans>}
    </ConfirmDialog>
  );
}
