import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { billingQuery, isOpen, reloadBilling } from '#app/billing/queries.ts';
import { done } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { TransactionDialog } from './dialogs/transaction-dialog.tsx';

interface ReturnPaymentProps {
  taxReturn: { readonly id: string; readonly user_id: string };
  /** Such as "Ana Lopez: personal return 2026". */
  about: string;
  /** After each attempt, besides the bills. */
  onTried?: () => Promise<void>;
  onDone: () => void;
  onClose: () => void;
}

/** Records the fee of a return: for its open bill, or, without one, with a bill of that amount. */
export function ReturnPayment({ taxReturn, about, onTried, onDone, onClose }: ReturnPaymentProps) {
  const { t } = useLingui();
  const { id, user_id } = taxReturn;
  const { data, error, isFetching, refetch } = useQuery(billingQuery(user_id));
  const reload = () => reloadBilling(user_id);
  if (!data) {
    return (
      <Dialog isOpen onClose={onClose} title={t`Record payment`}>
        {error ? (
          <LoadProblem busy={isFetching} onRetry={refetch}>
            {t`We couldn’t load the bills: ${{ problem: messageOf(error, t) }}`}
          </LoadProblem>
        ) : (
          <Loading />
        )}
      </Dialog>
    );
  }
  const bill = data.invoices.findLast((invoice) => invoice.return_id === id && isOpen(invoice));
  return (
    <TransactionDialog
      title={t`Record payment`}
      payments={data.payments}
      most={bill?.balance_cents ?? null}
      about={
        bill
          ? t`${{ about }}, bill ${{ number: String(bill.number) }}`
          : t`${{ about }}. There’s no bill yet: one with this amount is made.`
      }
      onConfirm={(given) => done(rest.rpc('record_return_payment', { ...given, return_id: id }))}
      onTried={async () => {
        await Promise.all([reload(), onTried?.()]);
      }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
