import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDates } from '#app/shared/format/dates.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import {
  isReturnKind,
  type ReturnKind,
  type ReturnStatus,
  returnStatusNames,
} from '#domain/returns/tax-return.ts';
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
  const { t } = useLingui();
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
              <QueueGroup key={status} title={t(returnStatusNames[status])} count={group.length}>
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

const kindNames: Record<ReturnKind, MessageDescriptor> = {
  personal: msg({ message: 'personal', context: 'tax return' }),
  business: msg({ message: 'business', context: 'tax return' }),
};

interface ReturnRowProps extends ReturnType<typeof useRowAction> {
  taxReturn: WaitingReturn;
  status: ReturnStatus;
}

function ReturnRow({ taxReturn, status, ...rowAction }: ReturnRowProps) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const { id, user_id, year, kind, paid_at, updated_at, user_profiles: client } = taxReturn;
  const kindName = isReturnKind(kind) ? t(kindNames[kind]) : kind;
  const step = quickStep(status, paid_at !== null);
  const name = client === null ? t`A client` : displayName(client);
  return (
    <QueueRow
      actions={
        step && (
          <ActionButton
            row={id}
            label={t(step.label)}
            about={`${name}, ${year} ${kindName}`}
            successMessage={successMessage(name, step.to, t)}
            run={() => takeStep(id, step)}
            {...rowAction}
          />
        )
      }
    >
      <CaseLink clientId={user_id}>{name}</CaseLink>
      <span className="figures">
        {year}, {kindName}
      </span>
      {paid_at && (
        <span>
          <Trans context="tax return">Paid</Trans>
        </span>
      )}
      <span className="figures text-muted">
        <Trans>since {{ date: longDate(updated_at) }}</Trans>
      </span>
    </QueueRow>
  );
}

/** The client is mailed about every step, but not about a payment. */
function successMessage(name: string, to: ReturnStatus | 'paid', t: Translate): string {
  if (to === 'paid') return t(msg`${{ name }}’s payment was recorded.`);
  return t(msg`${{ name }}: ${{ status: t(returnStatusNames[to]) }}. We emailed the client.`);
}
