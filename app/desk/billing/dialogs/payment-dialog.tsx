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
  type Tender,
  TenderFields,
  tenderOf,
  useTenderOptions,
} from './tender-fields.tsx';

/** As the server gets it. */
interface Transaction extends Tender {
  transaction_id: string;
  amount_cents: number;
  paid_on?: string;
}

interface PaymentDialogProps {
  title: string;
  /** The client's payments, newest first: the last one suggests the method. */
  payments: readonly Payment[];
  /** What is open, in cents; null for money without a bill. */
  open: number | null;
  /** What is filled in; what is open, if it isn't given. */
  suggested?: number;
  /** What the payment is for, under the title. */
  about?: string;
  onPay: (payment: Transaction) => Promise<void>;
  /** After each attempt. */
  onTried: () => Promise<void>;
  onDone: () => void;
  onClose: () => void;
}

export function PaymentDialog(props: PaymentDialogProps) {
  const { title, payments, open, suggested = open, about, onPay, onTried, onDone, onClose } = props;
  const { t } = useLingui();
  // One id for the dialog: pressing again after a lost connection records once.
  const [transaction_id] = useState(() => crypto.randomUUID());
  const today = useOfficeClock().today();
  const [amount, setAmount] = useState(suggested === null ? '' : plainAmount(suggested));
  const options = useTenderOptions();
  const [tender, setTender] = useState(() => likelyTender(payments, options));
  const [paidOn, setPaidOn] = useState(today);
  const { run, busy, problem } = useAction(onTried);
  const cents = parseCents(amount) ?? 0;
  const chosen = tenderOf(tender);
  const isReady = cents > 0 && (open === null || cents <= open) && chosen !== null;
  return (
    <FormDialog
      title={title}
      action={t`Record payment`}
      busy={busy}
      problem={problem}
      isReady={isReady}
      onClose={onClose}
      onSubmit={() => {
        const day = paidOn !== '' && { paid_on: paidOn };
        if (chosen)
          void run(() => onPay({ transaction_id, amount_cents: cents, ...day, ...chosen })).then(
            (isDone) => isDone && onDone(),
          );
      }}
    >
      {about && <p className="text-muted">{about}</p>}
      <AmountField
        value={amount}
        onChange={setAmount}
        autoFocus
        {...(open !== null && {
          most: open,
          hint: t`Open: ${{ amount: dollarsAndCents(open) }}. A part is fine.`,
        })}
      />
      <TenderFields entry={tender} onChange={setTender} />
      <TextField label={t`Date`} name="paid-on" type="date" value={paidOn} onChange={setPaidOn} />
      <p className="text-sm text-muted">
        <Trans>
          The client sees it right away and gets an email without the amount. You can undo it later.
        </Trans>
      </p>
    </FormDialog>
  );
}
