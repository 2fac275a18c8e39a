import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Coins, FileText, Plus } from 'lucide-react';
import { useState } from 'react';
import {
  billingQuery,
  downloadPdf,
  type Invoice,
  type Payment,
  reloadBilling,
  useLiveBilling,
} from '#app/billing/queries.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { Loaded } from '#app/shared/parts/loaded.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { NothingHere, Panel } from '#app/ui/layout/panel.tsx';
import { dollarsAndCents } from '#domain/billing/money.ts';
import { yearOf } from '#domain/office-time/days.ts';
import { useOfficeClock } from '../calendar/office-clock.ts';
import { BillingDialog, type OpenBillingDialog } from './billing-dialog.tsx';
import { BillRow, PaymentRow } from './billing-rows.tsx';

/** A client's bills, payments, and money on account. */
export function BillingPanel({ clientId }: { clientId: string }) {
  const { t } = useLingui();
  useLiveBilling(clientId);
  const query = useQuery(billingQuery(clientId));
  const reload = () => reloadBilling(clientId);
  const today = useOfficeClock().today();
  const [dialog, setDialog] = useState<OpenBillingDialog | null>(null);
  const { run, problem } = useAction(reload);
  const done = (message: string) => {
    setDialog(null);
    notify('success', message);
  };
  const save = (document: Parameters<typeof downloadPdf>[0], name: string) =>
    void run(() => downloadPdf(document, name));
  const invoiceOf = (payment: Payment): Invoice | undefined =>
    query.data?.invoices.find(({ id }) => id === payment.invoice_id);

  return (
    <Panel
      id="case-billing"
      title={t`Billing`}
      actions={
        query.data && (
          <Button
            size="small"
            icon={<Plus size={16} aria-hidden />}
            onPress={() => setDialog({ kind: 'bill', draft: null })}
          >
            <Trans>New bill</Trans>
          </Button>
        )
      }
    >
      <Problem>{problem}</Problem>
      <Loaded
        query={query}
        skeleton="h-16"
        wording={(problem) => t`We couldn’t load the bills: ${{ problem }}`}
      >
        {(data) => (
          <>
            {data.invoices.length === 0 && <NothingHere>{t`No bills yet.`}</NothingHere>}
            {data.invoices.length > 0 && (
              <ul aria-label={t`Bills`} className="flex flex-col divide-y divide-line">
                {data.invoices.map((invoice) => (
                  <BillRow
                    key={invoice.id}
                    invoice={invoice}
                    today={today}
                    hasCredit={data.creditCents > 0}
                    onOpen={setDialog}
                    onDownload={() => save({ invoice: invoice.id }, `${t`bill`}-${invoice.number}.pdf`)}
                  />
                ))}
              </ul>
            )}
            {data.creditCents > 0 && (
              <div className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-info-soft p-3 text-sm">
                <p className="figures font-semibold">
                  <Trans>On account: {{ amount: dollarsAndCents(data.creditCents) }}</Trans>
                </p>
                <Button
                  size="small"
                  variant="secondary"
                  onPress={() => setDialog({ kind: 'refund-credit', cents: data.creditCents })}
                >
                  <Trans>Give back</Trans>
                </Button>
              </div>
            )}
            {data.payments.length > 0 && (
              <ul aria-label={t`Payments`} className="flex flex-col divide-y divide-line">
                {data.payments.map((payment) => (
                  <PaymentRow
                    key={payment.id}
                    payment={payment}
                    isOfVoidBill={invoiceOf(payment)?.status === 'void'}
                    onOpen={setDialog}
                    onDownload={() =>
                      save({ receipt: payment.id }, `${t`receipt`}-${payment.receipt_number}.pdf`)
                    }
                  />
                ))}
              </ul>
            )}
            <div className="flex flex-wrap gap-2">
              <Button
                size="small"
                variant="secondary"
                icon={<Coins size={16} aria-hidden />}
                onPress={() => setDialog({ kind: 'deposit' })}
              >
                <Trans>Record a deposit</Trans>
              </Button>
              {data.invoices.length > 0 && (
                <Button
                  size="small"
                  variant="secondary"
                  icon={<FileText size={16} aria-hidden />}
                  onPress={() =>
                    save(
                      { statement: clientId, since: `${yearOf(today) - 1}-01-01`, until: today },
                      `${t`statement`}-${today}.pdf`,
                    )
                  }
                >
                  <Trans>Statement (PDF)</Trans>
                </Button>
              )}
            </div>
            {dialog && (
              <BillingDialog
                clientId={clientId}
                dialog={dialog}
                creditCents={data.creditCents}
                payments={data.payments}
                onTried={reload}
                onDone={done}
                onClose={() => setDialog(null)}
              />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
