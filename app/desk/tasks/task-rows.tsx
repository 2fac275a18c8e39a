import { useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import { useDayWords } from '#app/shared/format/days.ts';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { addDays, yearOf } from '#domain/office-time/days.ts';
import { dateTitle, taskTitle } from '#domain/tasks/words.ts';
import type { ClientDate, OpenTask } from './tasks-query.ts';
import { rowAttribute } from './use-task-keys.ts';

interface TaskRowProps {
  task: OpenTask;
  today: string;
  /** The owner's name; null in a list of one owner's tasks. */
  owner: string | null;
  /** One below the other, in a narrow column. */
  isStacked?: boolean;
  onFinish: () => void;
  onEdit: () => void;
}

/** A task: check it off, edit it, open its client. */
export function TaskRow({ task, today, owner, isStacked = false, onFinish, onEdit }: TaskRowProps) {
  const { t } = useLingui();
  const title = taskTitle(task, t);
  const onOneLine = (classes: string) => !isStacked && classes;
  return (
    <li
      {...{ [rowAttribute]: task.id }}
      className={classNames(
        'flex items-start gap-1 py-1 hover:bg-sunken',
        onOneLine('lg:min-h-[36px] lg:items-center lg:py-0'),
      )}
    >
      <Checkbox dense aria-label={t`Check off: ${title}`} isSelected={false} onChange={onFinish} />
      <span
        className={classNames(
          'flex min-w-0 flex-1 flex-col gap-x-3 py-1.5 text-sm',
          onOneLine('lg:flex-row lg:items-center lg:py-0.5'),
        )}
      >
        <span className="min-w-0 font-semibold wrap-anywhere">{title}</span>
        {task.note !== '' && (
          <span
            className={classNames(
              'line-clamp-2 min-w-0 text-muted',
              onOneLine('lg:line-clamp-1 lg:flex-1 lg:basis-0'),
            )}
          >
            {task.note}
          </span>
        )}
        <span
          className={classNames(
            'flex flex-wrap items-center gap-x-3 gap-y-1',
            onOneLine('lg:ml-auto lg:shrink-0 lg:flex-nowrap'),
          )}
        >
          {owner !== null && <span className="text-muted">{owner}</span>}
          {task.client_id !== null && task.client_name !== null && (
            <SmartLink
              to={`/manage?client=${task.client_id}`}
              className="link inline-flex min-h-11 items-center wrap-anywhere lg:min-h-7"
            >
              {task.client_name}
            </SmartLink>
          )}
          {task.due_on === null ? (
            <span className="sr-only">{t`Without a date`}</span>
          ) : (
            <DueBadge day={task.due_on} today={today} />
          )}
        </span>
      </span>
      <IconButton dense label={t`Edit: ${title}`} icon={<Pencil size={16} aria-hidden />} onPress={onEdit} />
    </li>
  );
}

interface DateRowProps {
  date: ClientDate;
  today: string;
  /** Left out in the client's own case. */
  client?: { id: string; name: string };
  onFinish: () => void;
  onEdit?: () => void;
}

/** A date of a client: check it off, and edit it in the case. */
export function DateRow({ date, today, client, onFinish, onEdit }: DateRowProps) {
  const { t } = useLingui();
  const title = dateTitle(date, t);
  return (
    <li className="flex items-start gap-1 py-1">
      <Checkbox
        dense
        aria-label={client ? t`Check off: ${title}, ${{ name: client.name }}` : t`Check off: ${title}`}
        isSelected={false}
        onChange={onFinish}
      />
      <span className="flex min-w-0 flex-1 flex-col gap-1 py-1.5 text-sm">
        {client && (
          <SmartLink
            to={`/manage?client=${client.id}`}
            className="link inline-flex min-h-8 items-center self-start font-semibold wrap-anywhere lg:min-h-6"
          >
            {client.name}
          </SmartLink>
        )}
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="wrap-anywhere">{title}</span>
          <DueBadge day={date.due_on} today={today} />
        </span>
      </span>
      {onEdit && (
        <IconButton
          dense
          label={t`Edit: ${title}`}
          icon={<Pencil size={16} aria-hidden />}
          onPress={onEdit}
        />
      )}
    </li>
  );
}

interface DueBadgeProps {
  day: string;
  today: string;
}

/** "Today", "Tomorrow", or "Fri, Mar 13"; red if it is over. */
function DueBadge({ day, today }: DueBadgeProps) {
  const { t } = useLingui();
  const { mediumDay, shortDay } = useDayWords();
  const named = yearOf(day) === yearOf(today) ? shortDay : mediumDay;
  const words = day === today ? t`Today` : day === addDays(today, 1) ? t`Tomorrow` : named(day);
  if (day < today) {
    return (
      <Badge tone="danger">
        <span className="figures">{t`Overdue: ${{ day: words }}`}</span>
      </Badge>
    );
  }
  if (day === today) return <Badge tone="warning">{words}</Badge>;
  return <span className="figures text-sm whitespace-nowrap text-muted">{words}</span>;
}
