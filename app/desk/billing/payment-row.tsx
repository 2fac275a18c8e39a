import { useLingui } from '@lingui/react/macro';
import { EllipsisVertical } from 'lucide-react';
import type { Payment } from '#app/billing/queries.ts';
import { useDayWords } from '#app/shared/format/days.ts';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Menu, type MenuAction } from '#app/ui/overlays/menu.tsx';
import { methodName } from '#domain/billing/invoice.ts';
import { dollarsAndCents } from '#domain/billing/money.ts';
import type { OpenBillingDialog } from './billing-dialog.tsx';

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
      {actions.length > 0 && (
        <Menu
          label={t`Actions for ${name}`}
          trigger={
            <IconButton
              dense
              label={t`Actions for ${name}`}
              icon={<EllipsisVertical size={18} aria-hidden />}
            />
          }
          actions={actions}
        />
      )}
    </li>
  );
}
