import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { firstStepsQuery, isUnfinished } from '../first-run/first-steps.ts';
import { isAlwaysShown, openQueue, queueIds } from '../queues/queues.ts';
import { countsQuery, useLiveQueues } from '../queues/queues-query.ts';
import { QueueTile } from './queue-tile.tsx';
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
  const steps = useQuery({ ...firstStepsQuery(), enabled: isSuper || isIdle });
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
