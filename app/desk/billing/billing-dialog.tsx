import { useLingui } from '@lingui/react/macro';
import { type Invoice, nextDue, type Payment } from '#app/billing/queries.ts';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { dollarsAndCents } from '#domain/billing/money.ts';
import { InvoiceDialog } from './dialogs/invoice-dialog.tsx';
import { PlanDialog } from './dialogs/plan-dialog.tsx';
import { TransactionDialog, type TransactionDialogProps } from './dialogs/transaction-dialog.tsx';

export type OpenBillingDialog =
  | { readonly kind: 'bill'; readonly draft: Invoice | null }
  | { readonly kind: 'plan' | 'delete'; readonly invoice: Invoice }
  | OpenTransaction;

type OpenTransaction =
  | { readonly kind: 'pay' | 'credit' | 'write-off' | 'void'; readonly invoice: Invoice }
  | { readonly kind: 'deposit' }
  | { readonly kind: 'refund' | 'undo'; readonly payment: Payment }
  | { readonly kind: 'refund-credit'; readonly cents: number };

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

/** What each kind asks and does, and the sentence after it. */
type Asked = Omit<TransactionDialogProps, 'onTried' | 'onDone' | 'onClose'> & { said: string };

export function BillingDialog(props: BillingDialogProps) {
  const { clientId, dialog, creditCents, payments, onDone, ...common } = props;
  const { t } = useLingui();
  switch (dialog.kind) {
    case 'bill':
      return (
        <InvoiceDialog
          clientId={clientId}
          draft={dialog.draft}
          onIssued={() => onDone(t`The bill was issued. We emailed the client.`)}
          onClose={common.onClose}
        />
      );
    case 'plan':
      return <PlanDialog invoice={dialog.invoice} onClose={common.onClose} />;
    case 'delete':
      return (
        <DeleteDraft {...common} invoice={dialog.invoice} onDone={() => onDone(t`The draft was deleted.`)} />
      );
    default: {
      const { said, ...asked } = askedFor(dialog);
      return <TransactionDialog {...common} {...asked} onDone={() => onDone(said)} />;
    }
  }

  function askedFor(dialog: OpenTransaction): Asked {
    switch (dialog.kind) {
      case 'pay': {
        const { id: invoice_id, number, balance_cents } = dialog.invoice;
        return {
          title: t`Payment for bill ${{ number: String(number) }}`,
          payments,
          most: balance_cents,
          suggested: nextDue(dialog.invoice).cents,
          onConfirm: (given) =>
            done(rest.rpc('record_payment', { ...given, client_id: clientId, invoice_id })),
          said: t`The payment was recorded.`,
        };
      }
      case 'deposit':
        return {
          title: t`Record a deposit`,
          about: t`Money that belongs to no bill yet. It stays on the client’s account until you use it for a bill or give it back.`,
          payments,
          most: null,
          onConfirm: (given) => done(rest.rpc('record_payment', { ...given, client_id: clientId })),
          said: t`The deposit was recorded.`,
        };
      case 'credit':
        return {
          title: t`Pay bill ${{ number: String(dialog.invoice.number) }} from the account`,
          action: t`Use the money`,
          most: Math.min(creditCents, dialog.invoice.balance_cents),
          asksReason: false,
          danger: false,
          onConfirm: (given) => done(rest.rpc('apply_credit', { ...given, invoice_id: dialog.invoice.id })),
          said: t`The bill was paid from the account.`,
        };
      case 'write-off':
        return {
          title: t`Write off bill ${{ number: String(dialog.invoice.number) }}?`,
          about: t`The client no longer owes this amount. It’s recorded who wrote it off.`,
          action: t`Write off`,
          most: dialog.invoice.balance_cents,
          onConfirm: (given) =>
            done(rest.rpc('write_off_invoice', { ...given, invoice_id: dialog.invoice.id })),
          said: t`The amount was written off.`,
        };
      case 'void':
        return {
          title: t`Void bill ${{ number: String(dialog.invoice.number) }}?`,
          about: t`The client sees it as void. What was paid for it stays on the client’s account. This can’t be undone.`,
          action: t`Void bill`,
          onConfirm: (given) => done(rest.rpc('void_invoice', { ...given, invoice_id: dialog.invoice.id })),
          said: t`The bill was voided.`,
        };
      case 'refund':
        return {
          title: t`Give money back?`,
          about: t`The bill stays paid. Hand over the money yourself; a card payment is refunded in the card company’s account.`,
          action: t`Record the refund`,
          most: dialog.payment.refundable_cents,
          asksTender: true,
          onConfirm: (given) => done(rest.rpc('refund_payment', { ...given, payment_id: dialog.payment.id })),
          said: t`The refund was recorded.`,
        };
      case 'refund-credit':
        return {
          title: t`Give money back from the account?`,
          about: t`This money belongs to no bill. Hand it over yourself; here you record that you did.`,
          action: t`Record the refund`,
          most: dialog.cents,
          asksTender: true,
          onConfirm: (given) => done(rest.rpc('refund_credit', { ...given, client_id: clientId })),
          said: t`The refund was recorded.`,
        };
      case 'undo': {
        const amount = dollarsAndCents(dialog.payment.amount_cents);
        return {
          title:
            dialog.payment.kind === 'refund'
              ? t`Undo the refund of ${{ amount }}?`
              : t`Undo the payment of ${{ amount }}?`,
          about: t`For mistakes and bounced checks. Both entries stay in the books, and the bill is open again.`,
          action: t`Undo`,
          onConfirm: (given) =>
            done(rest.rpc('reverse_transaction', { ...given, reversed_id: dialog.payment.id })),
          said: t`It was undone.`,
        };
      }
    }
  }
}

interface DeleteDraftProps extends Pick<BillingDialogProps, 'onTried' | 'onClose'> {
  invoice: Invoice;
  onDone: () => void;
}

function DeleteDraft({ invoice, onTried, onDone, onClose }: DeleteDraftProps) {
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
      {problem ?? t`It was never sent to the client.`}
    </ConfirmDialog>
  );
}
