import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { dateTitle, taskTitle } from '#domain/tasks/words.ts';
import { type ClientDate, dateActions, type OpenTask, reloadTasks, taskActions } from './tasks-query.ts';

/** Checks off a task or a date at once, and offers to undo it. `hidden` are those that are being checked off. */
export function useFinish() {
  const { t } = useLingui();
  const { run } = useAction(reloadTasks, messageOf, (problem) => notify('danger', problem));
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const show = (id: string) => setHidden((before) => new Set([...before].filter((one) => one !== id)));

  async function finish(id: string, title: string, mark: typeof taskActions.finish): Promise<void> {
    if (hidden.has(id)) return;
    setHidden((before) => new Set([...before, id]));
    const marked = run(() =>
      mark(id, true).catch((error: unknown) => {
        // Back at once, not when the list was read again.
        show(id);
        throw error;
      }),
    );
    if (!(await marked)) return;
    // The list was read again. Later, a rule may open the task a second time.
    show(id);
    notify('success', t`Done: ${{ title }}`, {
      label: t`Undo`,
      onPress: () => void run(() => mark(id, false)),
    });
  }
  return {
    hidden,
    finishTask: (task: OpenTask) => void finish(task.id, taskTitle(task, t), taskActions.finish),
    finishDate: (date: ClientDate) => void finish(date.id, dateTitle(date, t), dateActions.finish),
  };
}
