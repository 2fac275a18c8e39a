import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '#app/language/links.tsx';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { plainAmount } from '#domain/billing/money.ts';
import { msg } from '#domain/language/message.ts';
import { TransactionDialog } from '../dialogs/transaction-dialog.tsx';
import { billsOf, reloadBills, unmatchedQuery } from './page-queries.ts';

const reasons: Record<string, MessageDescriptor> = {
  unknown_bill: msg`It fits no bill of ours.`,
  currency: msg`It came in another currency.`,
  refunded: msg`The card company gave back this much in total. In the client’s case, record what isn’t there yet.`,
  disputed: msg`The owner of the card disputes it. Answer in the card company’s account.`,
};

/** Card payments that need a person. Nothing, while there are none. */
export function Unmatched() {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const { data } = useQuery(unmatchedQuery);
  const [settling, setSettling] = useState<string | null>(null);
  if (!data || data.length === 0) return null;
  return (
    <Panel id="unmatched" level={2} title={t`Card payments that need you`}>
      <ul className="divide-y divide-line text-sm">
        {data.map(({ id, amount, currency, reason, reference, received_at, client_id }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
            <div className="min-w-0">
              <p className="figures font-semibold">
                {plainAmount(amount)} {currency.toUpperCase()}
              </p>
              <p>{t(reasons[reason] ?? msg`It fits no bill of ours.`)}</p>
              <p className="figures wrap-anywhere text-muted">
                {reference}, {dateAndTime(received_at)}
              </p>
              {client_id !== null && (
                <Link to={billsOf(client_id)} className="link inline-flex min-h-11 items-center lg:min-h-0">
                  <Trans>Open the client’s case</Trans>
                </Link>
              )}
            </div>
            <Button size="small" variant="secondary" onPress={() => setSettling(id)}>
              <Trans>Mark as settled</Trans>
            </Button>
          </li>
        ))}
      </ul>
      {settling !== null && (
        <TransactionDialog
          title={t`Is this settled?`}
          action={t`Mark as settled`}
          about={t`Say what you did with the money. It leaves this list, and stays in the records.`}
          danger={false}
          onConfirm={({ reason }) =>
            done(rest.rpc('settle_unmatched_payment', { payment_id: settling, note: reason }))
          }
          onTried={reloadBills}
          onDone={() => setSettling(null)}
          onClose={() => setSettling(null)}
        />
      )}
    </Panel>
  );
}
