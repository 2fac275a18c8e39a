import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarPlus, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { unlistedMeta } from '#app/shared/meta.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { EmptyState } from '#app/ui/feedback/empty-state.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { msg } from '#domain/language/message.ts';
import { inSections, sectionNames } from '#domain/tasks/sections.ts';
import { useOfficeClock } from '../calendar/office-clock.ts';
import { FilterSelect } from '../filter-select.tsx';
import { useStaff } from '../inbox/assignees.ts';
import { useLiveQueues } from '../queues/queues-query.ts';
import { Key } from '../shortcuts.tsx';
import { DayAside } from './day-aside.tsx';
import { FeedDialog } from './feed-dialog.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { TaskRow } from './task-rows.tsx';
import { type OpenTask, openTasksQuery, parseWho, useLiveTasks, type Who, whoSearch } from './tasks-query.ts';
import { useFinish } from './use-finish.ts';
import { focusNeighborOf, useTaskKeys } from './use-task-keys.ts';

export const meta = unlistedMeta('/manage/tasks', {
  title: msg`My day`,
  description: msg`For staff: tasks, dates, and appointments.`,
});

/** What is to do, by the day on which it is due. Whose tasks are shown is in the URL. */
export default function MyDay() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const who = parseWho(parameters);
  const today = useOfficeClock().today();
  const { ownId, nameOf } = useStaff();
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(openTasksQuery(who));
  const { hidden, finishTask, finishDate } = useFinish();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<OpenTask | 'new' | 'feed' | null>(null);
  useLiveTasks();
  useLiveQueues();

  const tasks = (data ?? []).filter(({ id }) => !hidden.has(id));
  const find = (id: string) => tasks.find((task) => task.id === id);
  const checkOff = (task: OpenTask | undefined) => {
    if (!task) return;
    focusNeighborOf(list.current, task.id, heading.current);
    finishTask(task);
  };
  const edit = (task: OpenTask | undefined) => task && setOpen(task);
  useTaskKeys(list, {
    onFinish: (id) => checkOff(find(id)),
    onEdit: (id) => edit(find(id)),
    onNew: () => setOpen('new'),
  });

  return (
    <div className="staff-page flex flex-col gap-3 py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 ref={heading} tabIndex={-1} className="text-lg">
          <Trans>My day</Trans>
        </h1>
        <div className="flex flex-wrap items-end gap-2 max-lg:w-full lg:items-center">
          <FilterSelect<Who>
            label={t`Show`}
            options={[
              { value: 'mine', label: t`My tasks` },
              { value: 'all', label: t`Everyone’s tasks` },
              { value: 'unassigned', label: t`Unassigned tasks` },
            ]}
            value={who}
            isSet={who !== 'mine'}
            onChange={(next) => void navigate({ search: whoSearch(next) }, { preventScrollReset: true })}
          />
          <Button
            variant="secondary"
            size="small"
            className="max-lg:min-h-11 max-lg:grow lg:min-h-10"
            icon={<CalendarPlus size={18} aria-hidden />}
            onPress={() => setOpen('feed')}
          >
            <Trans>Add to my calendar</Trans>
          </Button>
          <Button
            size="small"
            className="max-lg:min-h-11 max-lg:grow lg:min-h-10"
            icon={<Plus size={18} aria-hidden />}
            aria-keyshortcuts="N"
            onPress={() => setOpen('new')}
          >
            <Trans>New task</Trans>
          </Button>
        </div>
      </div>
      {error && (
        <LoadProblem onRetry={refetch}>
          <Trans>We couldn’t load the tasks: {{ problem: messageOf(error, t) }}</Trans>
        </LoadProblem>
      )}
      <div className="flex flex-col gap-3 lg:flex-row lg:items-start">
        <div ref={list} aria-busy={isPending} className="flex min-w-0 flex-1 flex-col gap-3">
          {isPending && <Skeleton className="h-40" />}
          {data && tasks.length === 0 && <NothingToDo who={who} />}
          {inSections(tasks, today).map(({ id, rows }, at, { length }) => (
            <section
              key={id}
              aria-labelledby={`tasks-${id}`}
              className="rounded-card border border-line bg-surface px-3 pt-2 pb-1"
            >
              <h2 id={`tasks-${id}`} className="flex items-baseline gap-2 font-sans text-sm font-semibold">
                {t(sectionNames[id])}{' '}
                <span className="figures font-normal text-muted">
                  {/* The next page goes on where this one ends. */}
                  {hasNextPage && at === length - 1 ? `${rows.length}+` : rows.length}
                </span>
              </h2>
              <ul aria-labelledby={`tasks-${id}`} className="divide-y divide-line">
                {rows.map((task) => (
                  <TaskRow
                    key={task.id}
                    task={task}
                    today={today}
                    owner={who === 'all' ? ownerOf(task) : null}
                    onFinish={() => checkOff(task)}
                    onEdit={() => edit(task)}
                  />
                ))}
              </ul>
            </section>
          ))}
          {hasNextPage && (
            <Button
              variant="secondary"
              className="self-center"
              busy={isFetchingNextPage}
              onPress={() => void fetchNextPage()}
            >
              <Trans>Show more tasks</Trans>
            </Button>
          )}
          <p className="text-xs text-muted max-lg:hidden">
            <Trans>
              Shortcuts: <Key>J</Key> <Key>K</Key> next and previous task, <Key>X</Key> check off,{' '}
              <Key>E</Key> edit, <Key>N</Key> new task.
            </Trans>
          </p>
        </div>
        <DayAside who={who} today={today} hidden={hidden} onFinish={finishDate} />
      </div>
      {open === 'feed' && <FeedDialog onClose={() => setOpen(null)} />}
      {open !== null && open !== 'feed' && (
        <TaskDialog task={open === 'new' ? null : open} client={null} onClose={() => setOpen(null)} />
      )}
    </div>
  );

  function ownerOf({ owner_id, owner_name }: OpenTask): string {
    if (owner_id === null) return t`Unassigned`;
    return owner_id === ownId ? t`You` : (owner_name ?? nameOf(owner_id));
  }
}

function NothingToDo({ who }: { who: Who }) {
  const { t } = useLingui();
  if (who === 'unassigned') {
    return (
      <EmptyState title={t`Every task has an owner`}>
        <Trans>A task without an owner shows up here. Take it over: edit it and choose yourself.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t`You’re all caught up`}>
      <Trans>
        Choose New task to write down what needs to be done. When a client’s form arrives, the preparer gets a
        task.
      </Trans>
    </EmptyState>
  );
}
