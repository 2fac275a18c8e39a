import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CreditCard, FileDown } from 'lucide-react';
import { useFormats } from '#app/language/language.tsx';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDayWords } from '#app/shared/format/days.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { dollarsAndCents } from '#domain/billing/money.ts';
import { leftOfPlan } from '#domain/billing/plan.ts';
import { cardQuery, type Invoice, openCardPage } from '../queries.ts';

/** A bill that waits for the client: the amount and the day first, then how to pay. */
export function OpenBill({ invoice, onDownload }: { invoice: Invoice; onDownload: () => void }) {
  const { t } = useLingui();
  const { longDate: day } = useDayWords();
  const { id, number, balance_cents, total_cents, due_on, installments } = invoice;
  const plan = installments.map((part) => ({ dueOn: part.due_on, cents: part.amount_cents }));
  const left = leftOfPlan(plan, balance_cents);
  const next = left.findIndex((cents) => cents > 0);
  const dueNow = next < 0 ? balance_cents : (left[next] ?? balance_cents);
  const dueOn = plan[next]?.dueOn ?? due_on;
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
      {plan.length > 0 && (
        <ul aria-label={t`Payment plan`} className="mt-3 text-sm">
          {plan.map((part, index) => (
            <li key={part.dueOn} className="figures flex justify-between gap-4 border-t border-line py-1.5">
              <span>{day(part.dueOn)}</span>
              <span>
                {dollarsAndCents(part.cents)}
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
