import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rest } from '#app/shared/api/rest.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import type { Database } from '#contract/generated/database.ts';
import { displayName, type Named } from '#domain/documents/file-display.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { groupBy } from '#domain/lists/group-by.ts';
import { quickStep } from '#domain/returns/step-label.ts';
import {
  isReturnKind,
  type ReturnKind,
  type ReturnStatus,
  returnStatusNames,
} from '#domain/returns/tax-return.ts';
import { ReturnPayment } from '../billing/return-payment.tsx';
import {
  CaseLink,
  EmptyQueue,
  MoreButton,
  QueueContent,
  QueueGroup,
  QueueRow,
} from '../queues/queue-parts.tsx';
import { queuesKey, reloadQueues } from '../queues/queues-query.ts';

type Row = Database['public']['Tables']['tax_returns']['Row'];

interface WaitingReturn
  extends Pick<Row, 'id' | 'user_id' | 'year' | 'kind' | 'status' | 'paid_at' | 'updated_at'> {
  readonly user_profiles: Named | null;
}

/** As in `office_queues`. */
const statusesOf = {
  office: ['not_started', 'documents_received', 'in_preparation', 'approved', 'rejected'],
  client: ['waiting_for_documents', 'ready_for_review', 'payment_due'],
} as const satisfies Record<string, readonly ReturnStatus[]>;
type Side = keyof typeof statusesOf;

const PAGE_ROWS = 100;

function waitingReturnsQuery(side: Side, limit: number) {
  return queryOptions({
    queryKey: [...queuesKey, 'returns', side, limit] as const,
    queryFn: async ({ signal }): Promise<{ returns: WaitingReturn[]; hasMore: boolean }> => {
      const { data, error } = await rest
        .rpc('waiting_returns', { statuses: [...statusesOf[side]] }, { get: true })
        .select(
          'id, user_id, year, kind, status, paid_at, updated_at, user_profiles(first_name, last_name, email)',
        )
        .order('updated_at')
        .limit(limit + 1)
        .abortSignal(signal)
        .overrideTypes<WaitingReturn[], { merge: false }>();
      if (error) throw error;
      return { returns: data.slice(0, limit), hasMore: data.length > limit };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Groups in the order of the workflow. Unknown statuses are left out. */
function byStatus(side: Side, returns: readonly WaitingReturn[]) {
  const groups = groupBy(returns, ({ status }) => status);
  return statusesOf[side].flatMap((status) => {
    const group = groups.get(status);
    return group ? [{ status, group }] : [];
  });
}

export interface QueueProps {
  /** A return goes on. */
  onStep: (step: NextStep) => void;
}

export interface NextStep {
  taxReturn: { id: string; clientId: string; year: number; kind: ReturnKind; status: ReturnStatus };
  clientName: string;
  to: ReturnStatus;
}

export const OfficeReturns = (props: QueueProps) => <WaitingReturns side="office" {...props} />;
export const ClientReturns = (props: QueueProps) => <WaitingReturns side="client" {...props} />;

function WaitingReturns({ side, onStep }: QueueProps & { side: Side }) {
  const { t } = useLingui();
  const [limit, setLimit] = useState(PAGE_ROWS);
  const query = useQuery(waitingReturnsQuery(side, limit));
  const [paying, setPaying] = useState<WaitingReturn | null>(null);
  return (
    <QueueContent query={query}>
      {({ returns, hasMore }) =>
        returns.length === 0 ? (
          <EmptyQueue />
        ) : (
          <>
            {byStatus(side, returns).map(({ status, group }) => (
              <QueueGroup
                key={status}
                title={t(returnStatusNames[status])}
                count={hasMore ? `${group.length}+` : group.length}
              >
                {group.map((one) => (
                  <ReturnRow
                    key={one.id}
                    taxReturn={one}
                    status={status}
                    onPayment={() => setPaying(one)}
                    onStep={onStep}
                  />
                ))}
              </QueueGroup>
            ))}
            {hasMore && <MoreButton onPress={() => setLimit(limit + PAGE_ROWS)} />}
            {paying && (
              <ReturnPayment
                taxReturn={paying}
                about={nameOf(paying, t)}
                onTried={reloadQueues}
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

interface ReturnRowProps extends QueueProps {
  taxReturn: WaitingReturn;
  status: ReturnStatus;
  onPayment: () => void;
}

function ReturnRow({ taxReturn, status, onPayment, onStep }: ReturnRowProps) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const { id, user_id, year, kind, paid_at, updated_at } = taxReturn;
  const kindName = isReturnKind(kind) ? t(kindNames[kind]) : kind;
  const step = isReturnKind(kind) ? quickStep(status, paid_at !== null) : null;
  const name = nameOf(taxReturn, t);
  const press = () => {
    if (step === null || step.to === 'paid' || !isReturnKind(kind)) return onPayment();
    onStep({ taxReturn: { id, clientId: user_id, year, kind, status }, clientName: name, to: step.to });
  };
  return (
    <QueueRow
      columns={columns}
      actions={
        step && (
          <Button
            variant="secondary"
            size="small"
            aria-label={`${t(step.label)}: ${name}, ${year} ${kindName}`}
            className="max-lg:min-h-11 max-lg:px-2"
            onPress={press}
          >
            {t(step.label)}
          </Button>
        )
      }
    >
      <CaseLink clientId={user_id}>{name}</CaseLink>
      <span className="figures">
        {year}, {kindName}
      </span>
      <span className="figures text-muted">{t`since ${{ date: longDate(updated_at) }}`}</span>
      {paid_at && (
        <span>
          <Trans context="tax return">Paid</Trans>
        </span>
      )}
    </QueueRow>
  );
}

/** Name, return, since when, whether it is paid. */
const columns = {
  facts: 'lg:grid-cols-[minmax(0,2fr)_minmax(0,1.3fr)_minmax(0,1.7fr)_minmax(0,0.8fr)]',
  actions: 'lg:w-44',
};
