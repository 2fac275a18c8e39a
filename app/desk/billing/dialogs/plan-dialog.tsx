import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type Invoice, reloadBilling } from '#app/billing/queries.ts';
import { useOfficeClock } from '#app/desk/calendar/office-clock.ts';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { dollarsAndCents, parseCents, plainAmount } from '#domain/billing/money.ts';
import { equalParts, planProblem } from '#domain/billing/plan.ts';
import { AmountField } from './amount-field.tsx';

interface Part {
  dueOn: string;
  amount: string;
}

const MOST_PARTS = 12;
const typed = (parts: readonly { dueOn: string; cents: number }[]): Part[] =>
  parts.map(({ dueOn, cents }) => ({ dueOn, amount: plainAmount(cents) }));

/** Splits what is open into payments with dates. */
export function PlanDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useLingui();
  const today = useOfficeClock().today();
  const { plans } = useOffice().prices;
  const { id, client_id, balance_cents, installments } = invoice;
  const { run, busy, problem } = useAction(() => reloadBilling(client_id));
  const [parts, setParts] = useState(() => typed(equalParts(balance_cents, plans.installmentsTo, today)));
  const plan = parts.map(({ dueOn, amount }) => ({ dueOn, cents: parseCents(amount) ?? 0 }));
  const sum = plan.reduce((before, { cents }) => before + cents, 0);
  const wrong = planProblem(plan, balance_cents);
  const save = (next: typeof plan) =>
    void run(() =>
      done(
        rest.rpc('set_installments', {
          invoice_id: id,
          plan: next.map(({ dueOn, cents }) => ({ due_on: dueOn, amount_cents: cents })),
        }),
      ),
    ).then((isDone) => isDone && onClose());
  const set = (index: number, change: Partial<Part>) =>
    setParts(parts.map((part, at) => (at === index ? { ...part, ...change } : part)));
  return (
    <FormDialog
      title={t`Payment plan for bill ${{ number: String(invoice.number) }}`}
      action={t`Save the plan`}
      busy={busy}
      problem={problem}
      isReady={wrong === null}
      more={
        installments.length > 0 && (
          <Button variant="secondary" busy={busy} onPress={() => save([])}>
            <Trans>End the plan</Trans>
          </Button>
        )
      }
      onClose={onClose}
      onSubmit={() => save(plan)}
    >
      <Select
        label={t`Number of payments`}
        options={Array.from({ length: MOST_PARTS - 1 }, (_, index) => ({
          value: String(index + 2),
          label: String(index + 2),
        }))}
        value={String(parts.length)}
        onChange={(count) =>
          setParts(typed(equalParts(balance_cents, Number(count), parts[0]?.dueOn ?? today)))
        }
      />
      <ol className="flex flex-col gap-3">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a payment is its place in the plan
          <li key={index} className="grid grid-cols-2 gap-3">
            <TextField
              label={t`Due date ${{ number: index + 1 }}`}
              type="date"
              value={part.dueOn}
              onChange={(dueOn) => set(index, { dueOn })}
            />
            <AmountField
              label={t`Amount ${{ number: index + 1 }}`}
              value={part.amount}
              onChange={(amount) => set(index, { amount })}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="figures text-sm">
        <Trans>
          Together {{ sum: dollarsAndCents(sum) }} of {{ open: dollarsAndCents(balance_cents) }}.
        </Trans>{' '}
        {wrong === 'sum' && <Trans>The payments have to add up to what is open.</Trans>}
        {wrong === 'dates' && <Trans>Each payment has to be due after the one before.</Trans>}
        {wrong === 'amounts' && <Trans>Each payment needs an amount.</Trans>}
      </p>
      <p className="text-sm text-muted">{t`The return can be e-filed once the first payment is in.`}</p>
    </FormDialog>
  );
}
