import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { dateTitle, taskTitle } from '#domain/tasks/words.ts';
import { type ClientDate, dateActions, type OpenTask, reloadTasks, taskActions } from './tasks-query.ts';

interface Finishable {
  id: string;
  title: string;
  finish: (id: string, isDone: boolean) => Promise<void>;
}

/** Checks off a task or a date at once, and offers to undo it. `hidden` are those that the list must not show anymore. */
export function useFinish() {
  const { t } = useLingui();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const show = (id: string) => setHidden((before) => new Set([...before].filter((one) => one !== id)));

  async function run(one: Finishable, isDone: boolean): Promise<boolean> {
    try {
      await one.finish(one.id, isDone);
      await reloadTasks();
      return true;
    } catch (error) {
      notify('danger', messageOf(error, t));
      return false;
    }
  }

  async function finish(one: Finishable): Promise<void> {
    if (hidden.has(one.id)) return;
    setHidden((before) => new Set([...before, one.id]));
    if (!(await run(one, true))) return show(one.id);
    notify('success', t`Done: ${{ title: one.title }}`, {
      label: t`Undo`,
      onPress: () => {
        void run(one, false).then((isOpen) => isOpen && show(one.id));
      },
    });
  }
  return {
    hidden,
    finishTask: (task: OpenTask) =>
      void finish({ id: task.id, title: taskTitle(task, t), finish: taskActions.finish }),
    finishDate: (date: ClientDate) =>
      void finish({ id: date.id, title: dateTitle(date, t), finish: dateActions.finish }),
  };
}
