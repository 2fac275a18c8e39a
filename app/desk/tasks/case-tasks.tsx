import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Plus } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { NothingHere, Panel } from '#app/ui/layout/panel.tsx';
import { useOfficeClock } from '../calendar/office-clock.ts';
import { useStaff } from '../inbox/assignees.ts';
import { DateDialog } from './date-dialog.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { DateRow, TaskRow } from './task-rows.tsx';
import {
  type DateVersion,
  datesOfClientQuery,
  type OpenTask,
  tasksOfClientQuery,
  useLiveTasks,
} from './tasks-query.ts';
import { useFinish } from './use-finish.ts';

type OpenDialog = { kind: 'task'; task: OpenTask | null } | { kind: 'date'; date: DateVersion | null } | null;

export function CaseTasks({ client }: { client: { id: string; name: string } }) {
  const { t } = useLingui();
  const today = useOfficeClock().today();
  const { nameOf } = useStaff();
  const tasks = useQuery(tasksOfClientQuery(client.id));
  const dates = useQuery(datesOfClientQuery(client.id));
  const { hidden, finishTask, finishDate } = useFinish();
  const [open, setOpen] = useState<OpenDialog>(null);
  useLiveTasks();
  const close = () => setOpen(null);
  const error = tasks.error ?? dates.error;
  const openTasks = tasks.data?.filter(({ id }) => !hidden.has(id)) ?? [];
  const openDates = dates.data?.filter(({ id }) => !hidden.has(id)) ?? [];
  const ownerOf = ({ owner_id }: OpenTask) => (owner_id === null ? t`Unassigned` : nameOf(owner_id));

  return (
    <Panel
      id="case-tasks"
      title={t`Tasks and dates`}
      actions={
        <div className="-mx-3 flex flex-wrap">
          <Button
            variant="quiet"
            size="small"
            icon={<CalendarClock size={16} aria-hidden />}
            onPress={() => setOpen({ kind: 'date', date: null })}
          >
            <Trans>Add date</Trans>
          </Button>
          <Button
            variant="quiet"
            size="small"
            icon={<Plus size={16} aria-hidden />}
            onPress={() => setOpen({ kind: 'task', task: null })}
          >
            <Trans>Add task</Trans>
          </Button>
        </div>
      }
    >
      {error && (
        <Banner kind="danger">{t`We couldn’t load the tasks: ${{ problem: messageOf(error, t) }}`}</Banner>
      )}
      {(tasks.isPending || dates.isPending) && <Skeleton className="h-9" />}
      {tasks.data && dates.data && openTasks.length + openDates.length === 0 && (
        <NothingHere>{t`There’s nothing to do for this client.`}</NothingHere>
      )}
      {openTasks.length > 0 && (
        <ul aria-label={t`Tasks`} className="-my-1 divide-y divide-line">
          {openTasks.map((task) => (
            <TaskRow
              key={task.id}
              task={task}
              today={today}
              owner={ownerOf(task)}
              isStacked
              onFinish={() => finishTask(task)}
              onEdit={() => setOpen({ kind: 'task', task })}
            />
          ))}
        </ul>
      )}
      {openDates.length > 0 && (
        <ul aria-label={t`Dates`} className="-my-1 divide-y divide-line">
          {openDates.map((date) => (
            <DateRow
              key={date.id}
              date={date}
              today={today}
              onFinish={() => finishDate(date)}
              onEdit={() => setOpen({ kind: 'date', date })}
            />
          ))}
        </ul>
      )}
      {open?.kind === 'task' && <TaskDialog task={open.task} client={client} isClientFixed onClose={close} />}
      {open?.kind === 'date' && (
        <DateDialog clientId={client.id} date={open.date} today={today} onClose={close} />
      )}
    </Panel>
  );
}
