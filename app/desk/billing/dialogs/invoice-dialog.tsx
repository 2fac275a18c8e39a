import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Invoice, reloadBilling } from '#app/billing/queries.ts';
import { useOfficeClock } from '#app/desk/calendar/office-clock.ts';
import { returnsQuery } from '#app/returns/queries.ts';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { MAX_DESCRIPTION, MAX_LINES, parseTaxRate, taxRateText, totalsOf } from '#domain/billing/invoice.ts';
import { dollarsAndCents } from '#domain/billing/money.ts';
import { addDays, isDay } from '#domain/office-time/days.ts';
import { returnTitle } from '#domain/returns/tax-return.ts';
import { AmountField } from './amount-field.tsx';
import { freeLine, priceChoices, priceLine, readLine, type TypedLine, typedLines } from './invoice-lines.ts';

const DAYS_TO_PAY = 14;
const MAX_NOTE = 1000;
const NO_RETURN = 'none';

interface InvoiceDialogProps {
  clientId: string;
  /** A draft to go on with. */
  draft: Invoice | null;
  onIssued: () => void;
  onClose: () => void;
}

/** A bill from the office's prices. Saved as a draft, or issued at once. */
export function InvoiceDialog({ clientId, draft, onIssued, onClose }: InvoiceDialogProps) {
  const { t } = useLingui();
  const office = useOffice();
  const today = useOfficeClock().today();
  const returns = useQuery(returnsQuery(clientId)).data ?? [];
  const { run, busy, problem } = useAction(() => reloadBilling(clientId));
  const [id] = useState(() => draft?.id ?? crypto.randomUUID());
  const [lines, setLines] = useState(() => typedLines(draft?.invoice_lines ?? []));
  const [rate, setRate] = useState(draft && draft.tax_rate > 0 ? taxRateText(draft.tax_rate) : '');
  const [dueOn, setDueOn] = useState(draft?.due_on ?? addDays(today, DAYS_TO_PAY));
  const [note, setNote] = useState(draft?.note ?? '');
  const [returnId, setReturnId] = useState<string | null>(draft?.return_id ?? null);
  const unpaid = returns.filter((one) => one.paid_at === null);
  const forReturn = returnId ?? (draft ? NO_RETURN : (unpaid[0]?.id ?? NO_RETURN));
  const choices = priceChoices(office);
  const taxRate = parseTaxRate(rate);
  const read = lines.flatMap((line) => readLine(line) ?? []);
  const { subtotal, tax, total } = totalsOf(read, taxRate ?? 0);
  const isReady =
    lines.length > 0 &&
    read.length === lines.length &&
    subtotal >= 0 &&
    taxRate !== undefined &&
    isDay(dueOn);
  const add = (line: (typeof lines)[number]) => setLines([...lines, line].slice(0, MAX_LINES));

  async function save(issue: boolean): Promise<void> {
    const isDone = await run(async () => {
      await done(
        rest.rpc('save_invoice', {
          invoice_id: id,
          client_id: clientId,
          lines: read.map(({ unitCents, ...line }) => ({ ...line, unit_cents: unitCents })),
          due_on: dueOn,
          tax_rate: taxRate ?? 0,
          note: note.trim(),
          ...(forReturn !== NO_RETURN && { return_id: forReturn }),
        }),
      );
      if (issue) await done(rest.rpc('issue_invoice', { invoice_id: id }));
    });
    if (isDone) (issue ? onIssued : onClose)();
  }

  return (
    <FormDialog
      title={draft ? t`Edit the draft` : t`New bill`}
      action={t`Issue the bill`}
      width="wide"
      busy={busy}
      problem={problem}
      isReady={isReady}
      more={
        <Button variant="secondary" busy={busy} isDisabled={!isReady} onPress={() => void save(false)}>
          <Trans>Save as draft</Trans>
        </Button>
      }
      onClose={onClose}
      onSubmit={() => void save(true)}
    >
      <Select
        label={t`Add from the prices`}
        options={choices.map((choice) => ({
          value: choice.id,
          label: `${choice.name}, ${dollarsAndCents(choice.cents)}`,
        }))}
        value={null}
        onChange={(chosen) => {
          const choice = choices.find((one) => one.id === chosen);
          if (choice) add(priceLine(choice));
        }}
      />
      {lines.length > 0 && (
        <ul aria-label={t`Lines of the bill`} className="flex flex-col gap-3">
          {lines.map((line, index) => (
            <LineFields
              key={line.key}
              line={line}
              number={index + 1}
              hasTax={(taxRate ?? 0) > 0}
              onChange={(changed) => setLines(lines.map((one) => (one.key === line.key ? changed : one)))}
              onRemove={() => setLines(lines.filter((one) => one.key !== line.key))}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <AddButton onPress={() => add(freeLine('service', ''))}>{t`Other line`}</AddButton>
        <AddButton onPress={() => add(freeLine('discount', t`Discount`))}>{t`Discount`}</AddButton>
        <AddButton
          onPress={() => add(freeLine('referral', t`Referral reward`, String(office.referral.reward)))}
        >{t`Referral reward`}</AddButton>
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField label={t`Due date`} type="date" value={dueOn} onChange={setDueOn} />
        <TextField
          label={t`Sales tax, %`}
          optional
          inputMode="decimal"
          autoComplete="off"
          error={taxRate === undefined ? t`Write a rate such as 6.35` : undefined}
          value={rate}
          onChange={setRate}
        />
        <Select
          label={t`For the return`}
          options={[
            { value: NO_RETURN, label: t`No return` },
            ...returns.map((one) => ({ value: one.id, label: t(returnTitle(one)) })),
          ]}
          value={forReturn}
          onChange={setReturnId}
        />
      </div>
      <TextField
        label={t`Note on the bill`}
        optional
        rows={2}
        maxLength={MAX_NOTE}
        value={note}
        onChange={setNote}
      />
      <p role="status" className="figures text-right font-semibold">
        {tax > 0 && (
          <span className="mr-4 font-normal text-muted">
            <Trans>Sales tax {{ amount: dollarsAndCents(tax) }}</Trans>
          </span>
        )}
        {subtotal < 0 ? (
          <Trans>The discounts are more than the fees</Trans>
        ) : (
          <Trans>Total {{ amount: dollarsAndCents(total) }}</Trans>
        )}
      </p>
      <p className="text-sm text-muted">
        <Trans>
          Once it’s issued, a bill can’t be changed, only voided. The client gets an email without the amount.
        </Trans>
      </p>
    </FormDialog>
  );
}

function AddButton({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <Button size="small" variant="secondary" icon={<Plus size={16} aria-hidden />} onPress={onPress}>
      {children}
    </Button>
  );
}

interface LineFieldsProps {
  line: TypedLine;
  /** From 1, for the names of the fields. */
  number: number;
  hasTax: boolean;
  onChange: (line: TypedLine) => void;
  onRemove: () => void;
}

function LineFields({ line, number, hasTax, onChange, onRemove }: LineFieldsProps) {
  const { t } = useLingui();
  const isService = line.kind === 'service';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2 gap-y-3 border-t border-line pt-3 first:border-t-0 first:pt-0 md:grid-cols-[minmax(0,1fr)_5rem_9rem_auto]">
      <TextField
        label={isService ? t`Description ${number}` : t`Discount ${number}`}
        autoComplete="off"
        maxLength={MAX_DESCRIPTION}
        value={line.description}
        onChange={(description) => onChange({ ...line, description })}
        className="max-md:col-span-2"
      />
      <TextField
        label={t`Quantity ${number}`}
        inputMode="numeric"
        autoComplete="off"
        value={line.quantity}
        onChange={(quantity) => onChange({ ...line, quantity })}
        className="max-md:hidden"
      />
      <AmountField
        label={isService ? t`Price ${number}` : t`Less ${number}`}
        value={line.amount}
        onChange={(amount) => onChange({ ...line, amount })}
      />
      <IconButton
        label={t`Remove line ${number}`}
        icon={<Trash2 size={18} aria-hidden />}
        onPress={onRemove}
      />
      {hasTax && (
        <Checkbox
          dense
          isSelected={line.taxable}
          onChange={(taxable) => onChange({ ...line, taxable })}
          className="col-span-full"
        >
          {t`With sales tax`}
        </Checkbox>
      )}
    </li>
  );
}
