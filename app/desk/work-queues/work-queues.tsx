import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useFormats } from '#app/language/language.tsx';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { firstStepsQuery, isUnfinished } from '../first-run/first-steps.ts';
import { INBOX } from '../inbox/inbox-params.ts';
import {
  isAlwaysShown,
  openQueue,
  type QueueId,
  queueIds,
  queueNames,
  queueSearch,
  sizeText,
} from '../queues/queues.ts';
import { countsQuery, useLiveQueues } from '../queues/queues-query.ts';
import type { QueueProps } from './waiting-returns.tsx';

const FirstRun = onDemand(async () => (await import('../first-run/first-run.tsx')).FirstRun);

const QueuePanel = onDemand(async () => (await import('./queue-panel.tsx')).QueuePanel, <Loading />);

/** The work queues with their counts, and the open one (`?queue=`). Above them, or in place of them, what to do first. */
export function WorkQueues({ onNewClient, onStep }: QueueProps & { onNewClient: () => void }) {
  const { t } = useLingui();
  const isSuper = useSession().role === 'super';
  const [parameters] = useSearchParams();
  const counts = useQuery(countsQuery);
  useLiveQueues();
  const open = openQueue(parameters);
  const isIdle = counts.data !== undefined && !open && !queueIds.some((id) => counts.data[id]);
  // Others have nothing to set up in an office that has work.
  const steps = useQuery({ ...firstStepsQuery, enabled: isSuper || isIdle });
  const row = steps.data;
  // Its list of what to do first is in place of the queues.
  const isNew = isIdle && row?.has_clients === false && (!isSuper || isUnfinished(row));

  const queues = (
    <div className="flex flex-col gap-3 lg:gap-1.5">
      <nav aria-label={t`Work queues`}>
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:flex lg:gap-0.5 lg:overflow-x-auto lg:rounded-control lg:border lg:border-line lg:bg-surface">
          {queueIds
            .filter((id) => isAlwaysShown(id) || id === open || counts.data?.[id])
            .map((id) => (
              <li
                key={id}
                className={classNames('lg:flex-auto', !isAlwaysShown(id) && 'max-lg:col-span-full')}
              >
                <QueueTile id={id} count={counts.data?.[id]} isOpen={id === open} />
              </li>
            ))}
        </ul>
      </nav>
      {counts.error && !counts.data && (
        <LoadProblem onRetry={counts.refetch}>
          <Trans>We couldn’t load the queues: {{ problem: messageOf(counts.error, t) }}</Trans>
        </LoadProblem>
      )}
      {open && <QueuePanel key={open} id={open} onStep={onStep} />}
    </div>
  );
  return (
    <>
      {row && (isNew || (isSuper && isUnfinished(row))) && (
        <FirstRun key={String(isNew)} row={row} isNew={isNew} onNewClient={onNewClient} />
      )}
      {!isNew && !(isIdle && steps.isPending) && queues}
    </>
  );
}

function QueueTile({ id, count, isOpen }: { id: QueueId; count: number | undefined; isOpen: boolean }) {
  const { t } = useLingui();
  const formats = useFormats();
  const [parameters] = useSearchParams();
  return (
    <Link
      to={id === 'messages' ? INBOX : { search: queueSearch(parameters, isOpen ? null : id) }}
      preventScrollReset
      aria-current={isOpen ? 'true' : undefined}
      className={classNames(
        // On wide screens, all queues are one line.
        'flex h-full min-h-11 items-center justify-between gap-2 rounded-control border px-2 py-1.5 text-sm text-ink sm:px-3 no-underline transition-colors duration-150 hover:border-action focus-visible:-outline-offset-3 lg:min-h-7 lg:justify-center lg:px-2 lg:py-0.5 lg:text-[0.8125rem] lg:whitespace-nowrap',
        isOpen
          ? 'border-action bg-action-soft font-semibold'
          : 'border-line bg-surface lg:border-transparent',
      )}
    >
      <span className="min-w-0 leading-tight">{t(queueNames[id])}</span>
      <span
        className={classNames(
          'figures min-w-7 shrink-0 whitespace-nowrap rounded-full px-2 text-center leading-6 font-semibold lg:min-w-6 lg:px-1.5 lg:leading-5',
          count ? countStyle(id) : 'text-muted',
        )}
      >
        {count === undefined ? '…' : sizeText(count, formats.count)}
      </span>
    </Link>
  );
}

const countStyle = (id: QueueId) =>
  isAlwaysShown(id) ? 'bg-accent-soft text-accent' : 'bg-danger-soft text-danger';
