import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CreditCard, FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useFormats } from '#app/language/language.tsx';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDayWords } from '#app/shared/format/days.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { invoiceStatusNames, methodName } from '#domain/billing/invoice.ts';
import { dollarsAndCents } from '#domain/billing/money.ts';
import {
  billingQuery,
  cardQuery,
  downloadPdf,
  type Invoice,
  isOpen,
  nextDue,
  openCardPage,
  type Payment,
  useLiveBilling,
} from '../queries.ts';

/** A client's bills and receipts. Nothing, while there are none. */
export function Bills({ clientId }: { clientId: string }) {
  const { t } = useLingui();
  useLiveBilling(clientId);
  const { data, error } = useQuery(billingQuery(clientId));
  const { run, problem } = useAction();
  if (error && !data) {
    return (
      <Banner kind="danger">{t`We couldn’t load your bills: ${{ problem: messageOf(error, t) }}`}</Banner>
    );
  }
  if (!data || (data.invoices.length === 0 && data.payments.length === 0)) return null;
  const open = data.invoices.filter(isOpen).sort((a, b) => a.due_on.localeCompare(b.due_on));
  const closed = data.invoices.filter((invoice) => !isOpen(invoice));
  const save = (...document: Parameters<typeof downloadPdf>) => void run(() => downloadPdf(...document));
  const saveBill = ({ id, number }: Invoice) => save({ invoice: id }, `${t`bill`}-${number}.pdf`);
  return (
    <Card as="section" aria-labelledby="bills">
      <h2 id="bills" tabIndex={-1} className="scroll-mt-28 text-lg">
        <Trans>Bills and payments</Trans>
      </h2>
      <JustPaid invoices={data.invoices} />
      <Problem>{problem}</Problem>
      {open.length === 0 && <p className="mt-2 text-muted">{t`You don’t owe us anything.`}</p>}
      {open.map((invoice) => (
        <OpenBill key={invoice.id} invoice={invoice} onDownload={() => saveBill(invoice)} />
      ))}
      {data.creditCents > 0 && (
        <p className="mt-4">
          <Trans>
            You have {{ amount: dollarsAndCents(data.creditCents) }} on account with us. We use it for your
            next bill.
          </Trans>
        </p>
      )}
      {(closed.length > 0 || data.payments.length > 0) && (
        <ul
          aria-label={t`Earlier bills and receipts`}
          className="mt-5 divide-y divide-line border-t border-line"
        >
          {closed.map((invoice) => (
            <ClosedBill key={invoice.id} invoice={invoice} onDownload={() => saveBill(invoice)} />
          ))}
          {data.payments.map((payment) => (
            <PaymentRow
              key={payment.id}
              payment={payment}
              onDownload={() => save({ receipt: payment.id }, `${t`receipt`}-${payment.receipt_number}.pdf`)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** After the card processor's page. Its message may come later than the person. */
function JustPaid({ invoices }: { invoices: readonly Invoice[] }) {
  const [parameters] = useSearchParams();
  const { contact } = useOffice();
  const number = Number(parameters.get('paid'));
  const invoice = invoices.find((one) => one.number === number);
  if (!invoice || invoice.status === 'void') return null;
  // What was open before. Addresses of the last release don't have it.
  const before = Number(parameters.get('open') ?? invoice.total_cents);
  return (
    <div role="status" className="mt-3">
      {invoice.balance_cents >= before ? (
        <Banner kind="info">
          <Trans>
            We’re waiting for the card company to confirm your payment. That takes a few minutes at most. You
            don’t need to pay again. Questions? Call us at {{ phone: contact.phone.display }}.
          </Trans>
        </Banner>
      ) : (
        <Banner kind="success">
          <Trans>Thank you! We have your payment.</Trans>
        </Banner>
      )}
    </div>
  );
}

function ClosedBill({ invoice, onDownload }: { invoice: Invoice; onDownload: () => void }) {
  const { t } = useLingui();
  const { longDate: day } = useDayWords();
  const { number, issued_on, total_cents, status } = invoice;
  const title = (
    <>
      <Trans>Bill {number}</Trans> <Badge size="small">{t(invoiceStatusNames[status])}</Badge>
    </>
  );
  return (
    <Row
      title={title}
      download={t`Download bill ${{ number: String(number) }} as PDF`}
      onDownload={onDownload}
    >
      {dollarsAndCents(total_cents)}, {issued_on && day(issued_on)}
    </Row>
  );
}

function PaymentRow({ payment, onDownload }: { payment: Payment; onDownload: () => void }) {
  const { t } = useLingui();
  const { longDate: day } = useDayWords();
  const { kind, amount_cents, on_day, wallet, method, receipt_number, is_undone } = payment;
  const title = (
    <>
      {kind === 'refund' ? <Trans>We gave back</Trans> : <Trans>You paid</Trans>}{' '}
      <span className="figures">{dollarsAndCents(amount_cents)}</span>
      {is_undone && (
        <Badge size="small" tone="warning">
          <Trans>Undone</Trans>
        </Badge>
      )}
    </>
  );
  return (
    <Row
      title={title}
      download={kind === 'payment' && t`Download receipt ${{ number: String(receipt_number) }} as PDF`}
      onDownload={onDownload}
    >
      {wallet ?? t(methodName(method))}, {day(on_day)}
    </Row>
  );
}

interface RowProps {
  title: ReactNode;
  /** The name of the button; false for none. */
  download: string | false;
  onDownload: () => void;
  children: ReactNode;
}

function Row({ title, download, onDownload, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 font-semibold">{title}</p>
        <p className="figures text-sm text-muted">{children}</p>
      </div>
      {download && (
        <Button
          variant="quiet"
          size="small"
          aria-label={download}
          icon={<FileDown size={18} aria-hidden />}
          onPress={onDownload}
        >
          PDF
        </Button>
      )}
    </li>
  );
}

/** A bill that waits for the client: the amount and the day first, then how to pay. */
function OpenBill({ invoice, onDownload }: { invoice: Invoice; onDownload: () => void }) {
  const { t } = useLingui();
  const { longDate: day } = useDayWords();
  const { id, number, balance_cents, total_cents, installments } = invoice;
  const { left, cents: dueNow, dueOn } = nextDue(invoice);
  return (
    <article aria-labelledby={`bill-${id}`} className="mt-4 rounded-control bg-sunken p-4 md:p-5">
      <h3 id={`bill-${id}`} className="font-sans text-sm font-semibold text-muted">
        <Trans>Bill {number}</Trans>
      </h3>
      <p className="figures mt-1 font-display text-3xl">{dollarsAndCents(dueNow)}</p>
      <p className="mt-1 font-semibold">{t`Due on ${{ date: day(dueOn) }}`}</p>
      {balance_cents < total_cents && (
        <p className="figures mt-1 text-sm text-muted">
          <Trans>
            {{ open: dollarsAndCents(balance_cents) }} of {{ total: dollarsAndCents(total_cents) }} is still
            open.
          </Trans>
        </p>
      )}
      {installments.length > 0 && (
        <ul aria-label={t`Payment plan`} className="mt-3 text-sm">
          {installments.map((part, index) => (
            <li key={part.due_on} className="figures flex justify-between gap-4 border-t border-line py-1.5">
              <span>{day(part.due_on)}</span>
              <span>
                {dollarsAndCents(part.amount_cents)}
                {left[index] === 0 && (
                  <>
                    , <Trans context="bill">Paid</Trans>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <PayByCard invoice={invoice} dueNow={dueNow} />
      <OtherWays number={number} />
      <Button
        variant="quiet"
        size="small"
        className="mt-2 -ml-3"
        icon={<FileDown size={18} aria-hidden />}
        onPress={onDownload}
      >
        <Trans>Download the bill (PDF)</Trans>
      </Button>
    </article>
  );
}

function PayByCard({ invoice, dueNow }: { invoice: Invoice; dueNow: number }) {
  const { payments } = useOffice();
  const { data: byCard } = useQuery(cardQuery);
  const { run, busy, problem } = useAction();
  const { id, balance_cents } = invoice;
  const pay = (all: boolean) => void run(async () => window.location.assign(await openCardPage(id, all)));
  if (byCard === undefined) return null;
  if (!byCard) {
    return payments.cardUrl ? (
      <LinkButton
        to={payments.cardUrl}
        className="mt-4 w-full sm:w-auto"
        icon={<CreditCard size={18} aria-hidden />}
      >
        <Trans>Pay by card</Trans>
      </LinkButton>
    ) : null;
  }
  return (
    <>
      <Problem>{problem}</Problem>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          busy={busy}
          className="w-full sm:w-auto"
          icon={<CreditCard size={18} aria-hidden />}
          onPress={() => pay(false)}
        >
          <Trans>Pay {{ amount: dollarsAndCents(dueNow) }} by card</Trans>
        </Button>
        {dueNow < balance_cents && (
          <Button variant="secondary" busy={busy} className="w-full sm:w-auto" onPress={() => pay(true)}>
            <Trans>Pay all of it: {{ amount: dollarsAndCents(balance_cents) }}</Trans>
          </Button>
        )}
      </div>
    </>
  );
}

function OtherWays({ number }: { number: number | null }) {
  const formats = useFormats();
  const { wallets, atTheOffice } = useOffice().payments;
  if (wallets.length === 0 && atTheOffice.length === 0) return null;
  return (
    <div className="mt-4 text-sm">
      <p className="font-semibold">
        <Trans>Other ways to pay</Trans>
      </p>
      <ul className="mt-1 space-y-1">
        {wallets.map(({ id, name, handle }) => (
          <li key={id} className="wrap-anywhere">
            {name}: {handle}
          </li>
        ))}
        {atTheOffice.length > 0 && (
          <li>
            <Trans>At our office: {{ ways: formats.orList(atTheOffice) }}</Trans>
          </li>
        )}
      </ul>
      <p className="mt-1 text-muted">
        <Trans>Please write “Bill {number}” with your payment.</Trans>
      </p>
    </div>
  );
}
