import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Payment } from '#app/billing/queries.ts';
import { useOfficeClock } from '#app/desk/calendar/office-clock.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { methodName, paymentMethods } from '#domain/billing/invoice.ts';
import { dollarsAndCents, parseCents, plainAmount } from '#domain/billing/money.ts';
import { AmountField } from './amount-field.tsx';

const MAX_REASON = 500;
const MAX_REFERENCE = 100;
const WALLET = 'wallet:';

/** What the dialog has asked for, as the functions of the database take it. */
interface Transaction {
  transaction_id: string;
  amount_cents: number;
  reason: string;
  /** How money came in or went out. */
  method: string;
  wallet?: string;
  reference?: string;
  /** Of a payment. */
  paid_on?: string;
}

export interface TransactionDialogProps {
  title: string;
  /** By default, a payment is recorded. */
  action?: string;
  /** Under the title. */
  about?: string;
  /** In cents: the transaction has an amount, at most this one; null for no limit. */
  most?: number | null;
  /** What is filled in; the most, if it isn't given. */
  suggested?: number;
  /** Money comes in: ask how, and on which day. These of the client, newest first, suggest how. */
  payments?: readonly Payment[];
  /** Money leaves: ask how. */
  asksTender?: boolean;
  /** By default, it is asked for, except of a payment. */
  asksReason?: boolean;
  danger?: boolean;
  onConfirm: (transaction: Transaction) => Promise<void>;
  /** After each attempt. */
  onTried: () => Promise<void>;
  onDone: () => void;
  onClose: () => void;
}

/** A transaction: a payment, or, most with a reason, a void, a write-off, a refund, an undo. */
export function TransactionDialog(props: TransactionDialogProps) {
  const {
    title,
    action,
    about,
    most,
    suggested = most,
    payments,
    onConfirm,
    onTried,
    onDone,
    onClose,
  } = props;
  const isPayment = payments !== undefined;
  const { asksTender = isPayment, asksReason = !isPayment, danger = !isPayment } = props;
  const { t } = useLingui();
  // One id for the dialog: pressing again after a lost connection records once.
  const [transaction_id] = useState(() => crypto.randomUUID());
  const today = useOfficeClock().today();
  const { wallets } = useOffice().payments;
  const ways = paymentMethods.flatMap((method) =>
    method === 'wallet' && wallets.length > 0
      ? wallets.map(({ name }) => ({ value: `${WALLET}${name}`, label: name }))
      : [{ value: method, label: t(methodName(method)) }],
  );
  const [reason, setReason] = useState('');
  const [amount, setAmount] = useState(suggested == null ? '' : plainAmount(suggested));
  /** A method, or "wallet:" and the name of a payment app. */
  const [way, setWay] = useState(() => (payments ? likelyWay(payments, ways) : null));
  const [reference, setReference] = useState('');
  const [paidOn, setPaidOn] = useState(today);
  const { run, busy, problem } = useAction(onTried);
  const cents = parseCents(amount) ?? 0;
  const isReady =
    (!asksReason || reason.trim() !== '') &&
    (!asksTender || way !== null) &&
    (most === undefined || (cents > 0 && (most === null || cents <= most)));

  async function confirm(): Promise<void> {
    const wallet = way?.startsWith(WALLET) ? way.slice(WALLET.length) : null;
    const transaction = {
      transaction_id,
      ...(most !== undefined && { amount_cents: cents }),
      ...(asksReason && { reason: reason.trim() }),
      ...(asksTender && { method: wallet === null ? way : 'wallet' }),
      ...(wallet !== null && { wallet }),
      ...(reference.trim() !== '' && { reference: reference.trim() }),
      ...(isPayment && paidOn !== '' && { paid_on: paidOn }),
    };
    // Each function takes only what its kind of transaction asks for.
    if (await run(() => onConfirm(transaction as Transaction))) onDone();
  }

  return (
    <FormDialog
      title={title}
      action={action ?? t`Record payment`}
      danger={danger}
      busy={busy}
      problem={problem}
      isReady={isReady}
      onClose={onClose}
      onSubmit={() => void confirm()}
    >
      {about && <p className="text-muted">{about}</p>}
      {most !== undefined && (
        <AmountField
          value={amount}
          onChange={setAmount}
          autoFocus
          {...(most !== null && {
            most,
            hint: isPayment ? t`Open: ${{ amount: dollarsAndCents(most) }}. A part is fine.` : undefined,
          })}
        />
      )}
      {asksTender && (
        <>
          <Select label={t`How`} options={ways} value={way} onChange={setWay} />
          <TextField
            label={t`Reference`}
            hint={t`The number of a check, or what the payment app calls it.`}
            name="reference"
            optional
            autoComplete="off"
            maxLength={MAX_REFERENCE}
            value={reference}
            onChange={setReference}
          />
        </>
      )}
      {isPayment && (
        <>
          <TextField label={t`Date`} name="paid-on" type="date" value={paidOn} onChange={setPaidOn} />
          <p className="text-sm text-muted">
            <Trans>
              The client sees it right away and gets an email without the amount. You can undo it later.
            </Trans>
          </p>
        </>
      )}
      {asksReason && (
        <TextField
          label={t`Reason`}
          hint={t`Only staff can see it.`}
          name="reason"
          autoComplete="off"
          maxLength={MAX_REASON}
          value={reason}
          onChange={setReason}
        />
      )}
    </FormDialog>
  );
}

/** As this client paid last, otherwise in cash. `payments` is newest first. */
function likelyWay(payments: readonly Payment[], ways: readonly { value: string }[]): string {
  const before = payments
    .filter(({ kind, is_undone }) => kind === 'payment' && !is_undone)
    .map(({ method, wallet }) => (wallet ? `${WALLET}${wallet}` : method));
  return before.find((way) => ways.some(({ value }) => value === way)) ?? 'cash';
}
