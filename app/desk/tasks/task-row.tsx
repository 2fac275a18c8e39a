import { useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { taskTitle } from '#domain/tasks/words.ts';
import { DueBadge } from './due-badge.tsx';
import type { OpenTask } from './tasks-query.ts';
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
