import { Trans, useLingui } from '@lingui/react/macro';
import { BanknoteArrowDown, EllipsisVertical } from 'lucide-react';
import { type Invoice, isOpen, nextDue, type Payment } from '#app/billing/queries.ts';
import { useDayWords } from '#app/shared/format/days.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { Badge, type BadgeTone } from '#app/ui/feedback/badge.tsx';
import { Menu, type MenuAction } from '#app/ui/overlays/menu.tsx';
import { type InvoiceStatus, invoiceStatusNames, methodName } from '#domain/billing/invoice.ts';
import { dollarsAndCents } from '#domain/billing/money.ts';
import type { OpenBillingDialog } from './billing-dialog.tsx';

const tones: Record<InvoiceStatus, BadgeTone> = {
  draft: 'neutral',
  open: 'warning',
  partly_paid: 'warning',
  paid: 'success',
  written_off: 'neutral',
  void: 'neutral',
};

interface BillRowProps {
  invoice: Invoice;
  /** "2026-11-24". */
  today: string;
  hasCredit: boolean;
  onOpen: (dialog: OpenBillingDialog) => void;
  onDownload: () => void;
}

/** One bill: what is open, since when, and what can be done. */
export function BillRow({ invoice, today, hasCredit, onOpen, onDownload }: BillRowProps) {
  const { t } = useLingui();
  const { mediumDay: day } = useDayWords();
  const { number, status, total_cents, balance_cents, refunded_cents, installments } = invoice;
  const isDraft = status === 'draft';
  const name = isDraft ? t`Draft` : t`Bill ${{ number: String(number) }}`;
  const { dueOn } = nextDue(invoice);
  const isOverdue = isOpen(invoice) && dueOn < today;
  const opening = (kind: 'delete' | 'credit' | 'plan' | 'write-off' | 'void', label: string) => ({
    id: kind,
    label,
    danger: kind === 'delete' || kind === 'void',
    onAction: () => onOpen({ kind, invoice }),
  });
  const actions: MenuAction[] = isDraft
    ? [opening('delete', t`Delete the draft`)]
    : [{ id: 'pdf', label: t`Download (PDF)`, onAction: onDownload }];
  if (isOpen(invoice)) {
    if (hasCredit) actions.push(opening('credit', t`Pay from the account`));
    const plan = installments.length > 0 ? t`Change the payment plan` : t`Payment plan`;
    actions.push(opening('plan', plan), opening('write-off', t`Write off`));
  }
  if (!isDraft && status !== 'void') actions.push(opening('void', t`Void`));
  return (
    <li aria-label={name} className="flex items-start justify-between gap-2 py-2 text-sm first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{name}</span>
          <Badge size="small" tone={tones[status]}>
            {t(invoiceStatusNames[status])}
          </Badge>
          <span className="figures font-semibold">{dollarsAndCents(total_cents)}</span>
        </p>
        <p className="figures text-muted">
          {status === 'partly_paid' && (
            <>
              <Trans>{{ amount: dollarsAndCents(balance_cents) }} open</Trans>
              {', '}
            </>
          )}
          <span className={isOverdue ? 'font-semibold text-danger' : undefined}>
            {isOverdue ? (
              <Trans>overdue since {{ date: day(dueOn) }}</Trans>
            ) : isDraft || isOpen(invoice) ? (
              <Trans>due {{ date: day(dueOn) }}</Trans>
            ) : (
              <Trans>issued {{ date: day(invoice.issued_on ?? dueOn) }}</Trans>
            )}
          </span>
          {refunded_cents > 0 && (
            <>
              {', '}
              <Trans>{{ amount: dollarsAndCents(refunded_cents) }} given back</Trans>
            </>
          )}
        </p>
      </div>
      <div className="flex shrink-0 items-center">
        {isDraft && (
          <Button size="small" variant="secondary" onPress={() => onOpen({ kind: 'bill', draft: invoice })}>
            <Trans>Open</Trans>
          </Button>
        )}
        {isOpen(invoice) && (
          <Button
            size="small"
            variant="secondary"
            icon={<BanknoteArrowDown size={16} aria-hidden />}
            aria-label={t`Record a payment for bill ${{ number: String(number) }}`}
            onPress={() => onOpen({ kind: 'pay', invoice })}
          >
            <Trans>Payment</Trans>
          </Button>
        )}
        <RowMenu name={name} actions={actions} />
      </div>
    </li>
  );
}

interface PaymentRowProps {
  payment: Payment;
  isOfVoidBill: boolean;
  onOpen: (dialog: OpenBillingDialog) => void;
  onDownload: () => void;
}

export function PaymentRow({ payment, isOfVoidBill, onOpen, onDownload }: PaymentRowProps) {
  const { t } = useLingui();
  const { mediumDay: day } = useDayWords();
  const { kind, amount_cents, method, wallet, reference, on_day, invoice_number, receipt_number, is_undone } =
    payment;
  const isRefund = kind === 'refund';
  const name = isRefund
    ? t`Refund of ${{ amount: dollarsAndCents(amount_cents) }}`
    : t`Payment of ${{ amount: dollarsAndCents(amount_cents) }}`;
  const actions: MenuAction[] = [
    ...(isRefund ? [] : [{ id: 'pdf', label: t`Receipt (PDF)`, onAction: onDownload }]),
    ...(payment.refundable_cents > 0
      ? [{ id: 'refund', label: t`Give money back`, onAction: () => onOpen({ kind: 'refund', payment }) }]
      : []),
    ...(is_undone || isOfVoidBill
      ? []
      : [{ id: 'undo', label: t`Undo`, danger: true, onAction: () => onOpen({ kind: 'undo', payment }) }]),
  ];
  const details = [
    wallet ?? t(methodName(method)),
    reference,
    day(on_day),
    invoice_number === null ? (isRefund ? null : t`Deposit`) : t`Bill ${{ number: String(invoice_number) }}`,
    receipt_number === null ? null : t`Receipt ${{ number: String(receipt_number) }}`,
  ];
  return (
    <li aria-label={name} className="flex items-start justify-between gap-2 py-2 text-sm">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className={is_undone ? 'figures text-muted line-through' : 'figures font-semibold'}>
            {name}
          </span>
          {is_undone && <Badge size="small">{t`Undone`}</Badge>}
        </p>
        <p className="figures wrap-anywhere text-muted">{details.filter(Boolean).join(', ')}</p>
      </div>
      {actions.length > 0 && <RowMenu name={name} actions={actions} />}
    </li>
  );
}

function RowMenu({ name, actions }: { name: string; actions: readonly MenuAction[] }) {
  const { t } = useLingui();
  const label = t`Actions for ${name}`;
  return (
    <Menu
      label={label}
      trigger={<IconButton dense label={label} icon={<EllipsisVertical size={18} aria-hidden />} />}
      actions={actions}
    />
  );
}
