import { Trans, useLingui } from '@lingui/react/macro';
import { BanknoteArrowDown, EllipsisVertical } from 'lucide-react';
import { type Invoice, isOpen } from '#app/billing/queries.ts';
import { useDayWords } from '#app/shared/format/days.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { Badge, type BadgeTone } from '#app/ui/feedback/badge.tsx';
import { Menu, type MenuAction } from '#app/ui/overlays/menu.tsx';
import { type InvoiceStatus, invoiceStatusNames } from '#domain/billing/invoice.ts';
import { dollarsAndCents } from '#domain/billing/money.ts';
import { leftOfPlan } from '#domain/billing/plan.ts';
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
  const left = leftOfPlan(
    installments.map((part) => ({ dueOn: part.due_on, cents: part.amount_cents })),
    balance_cents,
  );
  const next = installments[left.findIndex((cents) => cents > 0)];
  const dueOn = next?.due_on ?? invoice.due_on;
  const isOverdue = isOpen(invoice) && dueOn < today;
  const actions: MenuAction[] = isDraft
    ? [
        {
          id: 'delete',
          label: t`Delete the draft`,
          danger: true,
          onAction: () => onOpen({ kind: 'delete', invoice }),
        },
      ]
    : [
        { id: 'pdf', label: t`Download (PDF)`, onAction: onDownload },
        ...(isOpen(invoice)
          ? [
              ...(hasCredit
                ? [
                    {
                      id: 'credit',
                      label: t`Pay from the account`,
                      onAction: () => onOpen({ kind: 'credit', invoice }),
                    },
                  ]
                : []),
              {
                id: 'plan',
                label: installments.length > 0 ? t`Change the payment plan` : t`Payment plan`,
                onAction: () => onOpen({ kind: 'plan', invoice }),
              },
              {
                id: 'write-off',
                label: t`Write off`,
                onAction: () => onOpen({ kind: 'write-off', invoice }),
              },
            ]
          : []),
        ...(status === 'void'
          ? []
          : [
              { id: 'void', label: t`Void`, danger: true, onAction: () => onOpen({ kind: 'void', invoice }) },
            ]),
      ];
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
      </div>
    </li>
  );
}
