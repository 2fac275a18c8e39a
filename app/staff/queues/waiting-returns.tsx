import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longDate } from '#app/shared/format/dates.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { type ReturnStatus, returnStatusNames } from '#domain/returns/tax-return.ts';
import { ActionButton } from './action-button.tsx';
import { CaseLink, EmptyQueue, MoreButton, QueueContent, QueueGroup, QueueRow } from './queue-parts.tsx';
import { quickStep } from './quick-step.ts';
import { useRowAction } from './use-row-action.ts';
import {
  byStatus,
  PAGE_ROWS,
  type Side,
  takeStep,
  type WaitingReturn,
  waitingReturnsQuery,
} from './waiting-returns-query.ts';

export const OfficeReturns = () => <WaitingReturns side="office" />;
export const ClientReturns = () => <WaitingReturns side="client" />;

function WaitingReturns({ side }: { side: Side }) {
  const [limit, setLimit] = useState(PAGE_ROWS);
  const query = useQuery(waitingReturnsQuery(side, limit));
  const rowAction = useRowAction();
  return (
    <QueueContent query={query}>
      {({ returns, count }) =>
        returns.length === 0 ? (
          <EmptyQueue />
        ) : (
          <>
            {byStatus(side, returns).map(([status, group]) => (
              <QueueGroup key={status} title={returnStatusNames[status]} count={group.length}>
                {group.map((one) => (
                  <ReturnRow key={one.id} taxReturn={one} status={status} {...rowAction} />
                ))}
              </QueueGroup>
            ))}
            {returns.length < count && <MoreButton onPress={() => setLimit(limit + PAGE_ROWS)} />}
          </>
        )
      }
    </QueueContent>
  );
}

interface ReturnRowProps extends ReturnType<typeof useRowAction> {
  taxReturn: WaitingReturn;
  status: ReturnStatus;
}

function ReturnRow({ taxReturn, status, ...rowAction }: ReturnRowProps) {
  const { id, user_id, year, kind, paid_at, updated_at, user_profiles: client } = taxReturn;
  const step = quickStep(status, paid_at !== null);
  const name = client === null ? 'A client' : displayName(client);
  return (
    <QueueRow
      actions={
        step && (
          <ActionButton
            row={id}
            label={step.label}
            about={`${name}, ${year} ${kind}`}
            successMessage={successMessage(name, step.to)}
            run={() => takeStep(id, step)}
            {...rowAction}
          />
        )
      }
    >
      <CaseLink clientId={user_id}>{name}</CaseLink>
      <span className="figures">
        {year}, {kind}
      </span>
      {paid_at && <span>Paid</span>}
      <span className="figures text-muted">since {longDate(updated_at)}</span>
    </QueueRow>
  );
}

/** The client is mailed about every step, but not about a payment. */
function successMessage(name: string, to: ReturnStatus | 'paid'): string {
  if (to === 'paid') return `The payment of ${name} is recorded.`;
  return `${name}: ${returnStatusNames[to]}. We have written to the client.`;
}
