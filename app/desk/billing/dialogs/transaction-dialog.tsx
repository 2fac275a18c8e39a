import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAction } from '#app/shared/api/use-action.ts';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { parseCents, plainAmount } from '#domain/billing/money.ts';
import { AmountField, noTender, type Tender, TenderFields, tenderOf } from './tender-fields.tsx';

const MAX_REASON = 500;

export interface TransactionDialogProps {
  title: string;
  action: string;
  /** Under the title. */
  about?: string;
  /** In cents: the transaction has an amount, at most this one. */
  most?: number;
  /** Money leaves: ask how. */
  asksTender?: boolean;
  /** By default, it is asked for. */
  asksReason?: boolean;
  danger?: boolean;
  onConfirm: (
    act: { transaction_id: string; reason: string },
    amount_cents: number,
    tender: Tender,
  ) => Promise<void>;
  onTried: () => Promise<void>;
  onDone: () => void;
  onClose: () => void;
}

const NO_TENDER: Tender = { method: 'other' };

/** A transaction, most with a reason: void, write off, refund, undo. */
export function TransactionDialog(props: TransactionDialogProps) {
  const {
    title,
    action,
    about,
    most,
    asksTender = false,
    asksReason = true,
    danger = true,
    onConfirm,
    onTried,
    onDone,
    onClose,
  } = props;
  const { t } = useLingui();
  const [transaction_id] = useState(() => crypto.randomUUID());
  const [reason, setReason] = useState('');
  const [amount, setAmount] = useState(most === undefined ? '' : plainAmount(most));
  const [tender, setTender] = useState(noTender);
  const { run, busy, problem } = useAction(onTried);
  const cents = parseCents(amount) ?? 0;
  const chosen = asksTender ? tenderOf(tender) : NO_TENDER;
  const isReady =
    (!asksReason || reason.trim() !== '') &&
    chosen !== null &&
    (most === undefined || (cents > 0 && cents <= most));
  return (
    <FormDialog
      title={title}
      action={action}
      danger={danger}
      busy={busy}
      problem={problem}
      isReady={isReady}
      onClose={onClose}
      onSubmit={() => {
        if (chosen)
          void run(() => onConfirm({ transaction_id, reason: reason.trim() }, cents, chosen)).then(
            (isDone) => isDone && onDone(),
          );
      }}
    >
      {about && <p className="text-muted">{about}</p>}
      {most !== undefined && <AmountField value={amount} onChange={setAmount} most={most} autoFocus />}
      {asksTender && <TenderFields entry={tender} onChange={setTender} />}
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
