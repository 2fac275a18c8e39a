import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Payment } from '#app/billing/queries.ts';
import { useOfficeClock } from '#app/desk/calendar/office-clock.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { dollarsAndCents, parseCents, plainAmount } from '#domain/billing/money.ts';
import {
  AmountField,
  likelyTender,
  noTender,
  type Tender,
  TenderFields,
  tenderOf,
  useTenderOptions,
} from './tender-fields.tsx';

const MAX_REASON = 500;

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
  onConfirm: (
    act: { transaction_id: string; reason: string },
    amount_cents: number,
    tender: Tender,
  ) => Promise<void>;
  /** After each attempt. */
  onTried: () => Promise<void>;
  onDone: () => void;
  onClose: () => void;
}

const NO_TENDER: Tender = { method: 'other' };

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
  const options = useTenderOptions();
  const [reason, setReason] = useState('');
  const [amount, setAmount] = useState(suggested == null ? '' : plainAmount(suggested));
  const [tender, setTender] = useState(() => (payments ? likelyTender(payments, options) : noTender));
  const [paidOn, setPaidOn] = useState(today);
  const { run, busy, problem } = useAction(onTried);
  const cents = parseCents(amount) ?? 0;
  const chosen = asksTender ? tenderOf(tender) : NO_TENDER;
  const isReady =
    (!asksReason || reason.trim() !== '') &&
    chosen !== null &&
    (most === undefined || (cents > 0 && (most === null || cents <= most)));

  async function confirm(tender: Tender): Promise<void> {
    const day = isPayment && paidOn !== '' && { paid_on: paidOn };
    const act = { transaction_id, reason: reason.trim() };
    if (await run(() => onConfirm(act, cents, { ...day, ...tender }))) onDone();
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
      onSubmit={() => chosen && void confirm(chosen)}
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
      {asksTender && <TenderFields entry={tender} onChange={setTender} />}
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
