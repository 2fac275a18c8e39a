import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { quickStep } from '#domain/returns/quick-step.ts';
import {
  isReturnKind,
  type ReturnKind,
  type ReturnStatus,
  returnStatusNames,
} from '#domain/returns/tax-return.ts';
import { ReturnPayment } from '../billing/return-payment.tsx';
import { ActionButton } from './action-button.tsx';
import { CaseLink, EmptyQueue, MoreButton, QueueContent, QueueGroup, QueueRow } from './queue-parts.tsx';
import { useReloadQueues } from './queues-query.ts';
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
  const reload = useReloadQueues();
  const [paying, setPaying] = useState<WaitingReturn | null>(null);
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
                  <ReturnRow
                    key={one.id}
                    taxReturn={one}
                    status={status}
                    onPayment={() => setPaying(one)}
                    {...rowAction}
                  />
                ))}
              </QueueGroup>
            ))}
            {returns.length < count && <MoreButton onPress={() => setLimit(limit + PAGE_ROWS)} />}
            {paying && (
              <ReturnPayment
                taxReturn={paying}
                about={nameOf(paying, t)}
                onTried={reload}
                onDone={() => {
                  setPaying(null);
                  notify('success', t`${{ name: nameOf(paying, t) }}’s payment was recorded.`);
                }}
                onClose={() => setPaying(null)}
              />
            )}
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

const nameOf = ({ user_profiles: client }: WaitingReturn, t: Translate) =>
  client === null ? t(msg`A client`) : displayName(client);

interface ReturnRowProps extends ReturnType<typeof useRowAction> {
  taxReturn: WaitingReturn;
  status: ReturnStatus;
  onPayment: () => void;
}

function ReturnRow({ taxReturn, status, onPayment, ...rowAction }: ReturnRowProps) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const { id, user_id, year, kind, paid_at, updated_at } = taxReturn;
  const kindName = isReturnKind(kind) ? t(kindNames[kind]) : kind;
  const step = quickStep(status, paid_at !== null);
  const name = nameOf(taxReturn, t);
  const about = `${name}, ${year} ${kindName}`;
  return (
    <QueueRow
      actions={
        step?.to === 'paid' ? (
          <Button
            variant="secondary"
            size="small"
            aria-label={`${t(step.label)}: ${about}`}
            className="max-lg:min-h-11 max-lg:px-2"
            onPress={onPayment}
          >
            {t(step.label)}
          </Button>
        ) : (
          step && (
            <ActionButton
              row={id}
              label={t(step.label)}
              about={about}
              successMessage={t`${{ name }}: ${{ status: t(returnStatusNames[step.to]) }}. We emailed the client.`}
              run={() => takeStep(id, step.to)}
              {...rowAction}
            />
          )
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
