import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { useAction } from '#app/shared/api/use-action.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { isDay } from '#domain/office-time/days.ts';
import { dayInWords } from '#domain/office-time/words.ts';
import { taskTitle } from '#domain/tasks/words.ts';
import { assigneeName, assigneesQuery, withPapers } from '../inbox/assignees.ts';
import { ChangedMeanwhile, type FieldVersions } from './changed-meanwhile.tsx';
import { type ChosenClient, ClientChoice } from './client-choice.tsx';
import { type OpenTask, type TaskVersion, taskActions, useReloadTasks } from './tasks-query.ts';

const form = 'task';
/** The database's limits, in characters. */
const TITLE_LIMIT = 200;
const NOTE_LIMIT = 2000;

interface TaskDialogProps {
  /** Null for a new one. */
  task: OpenTask | null;
  /** The client of a new task. */
  client: ChosenClient | null;
  /** The client can't be changed in their own case. */
  isClientFixed?: boolean;
  onClose: () => void;
}

/** A new task, or an existing one to edit. */
export function TaskDialog({ task, client, isClientFixed = false, onClose }: TaskDialogProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const ownId = useSession().user?.id ?? '';
  const { run, busy, problem, clear } = useAction(useReloadTasks());
  const staff = useQuery(assigneesQuery()).data ?? [];
  const isManual = task === null || task.kind === 'manual';
  const [entry, setEntry] = useState(task ? entryOf(task) : { title: '', note: '', owner: ownId, due: '' });
  /** What a colleague has saved since the dialog opened. */
  const [newest, setNewest] = useState<TaskVersion | null>(null);
  const [chosen, setChosen] = useState<ChosenClient | null>(
    task?.client_id ? { id: task.client_id, name: task.client_name ?? t`This client` } : client,
  );
  const [isMissing, setMissing] = useState(false);
  const set = (name: keyof typeof entry) => (value: string) => {
    setEntry({ ...entry, [name]: value });
    setMissing(false);
    clear();
  };
  const isFormer = entry.owner !== '' && !staff.some(({ user_id }) => user_id === entry.owner);
  const owners = [
    { value: '', label: t`Unassigned` },
    ...(isFormer ? [{ value: entry.owner, label: assigneeName(staff, entry.owner, ownId, t) }] : []),
    ...withPapers(staff).map(({ user_id }) => ({
      value: user_id,
      label: assigneeName(staff, user_id, ownId, t),
    })),
  ];

  async function save(): Promise<void> {
    if (busy) return;
    const title = entry.title.trim();
    if (isManual && title === '') return setMissing(true);
    const wanted = {
      title,
      note: entry.note.trim(),
      owner_id: entry.owner || null,
      due_on: entry.due || null,
    };
    const client_id = chosen?.id ?? null;
    let theirs: TaskVersion | null = null;
    const isOver = await run(async () => {
      if (task) {
        // A colleague's choice of the client stays, unless another one was chosen here.
        const more = client_id === task.client_id ? {} : { client_id };
        theirs = await taskActions.change(newest ?? task, { ...wanted, ...more }, isManual);
      } else await taskActions.add({ ...wanted, client_id });
    });
    if (theirs) setNewest(theirs);
    else if (isOver) onClose();
  }

  function versions(other: TaskVersion): FieldVersions[] {
    const theirs = entryOf(other);
    const dayIn = (day: string) => (isDay(day) ? dayInWords(day, language) : day);
    const ownerIn = (id: string) => owners.find(({ value }) => value === id)?.label ?? t`A colleague`;
    return [
      { label: t`Task`, mine: entry.title, theirs: theirs.title },
      {
        label: t({ message: 'Owner', context: 'of a task' }),
        mine: ownerIn(entry.owner),
        theirs: ownerIn(theirs.owner),
      },
      { label: t`Due date`, mine: dayIn(entry.due), theirs: dayIn(theirs.due) },
      { label: t`Note`, mine: entry.note, theirs: theirs.note },
    ];
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={task ? t`Edit task` : t`New task`}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={form} busy={busy}>
            {task ? <Trans>Save task</Trans> : <Trans>Add task</Trans>}
          </Button>
        </>
      }
    >
      <form
        id={form}
        method="post"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {newest && <ChangedMeanwhile fields={versions(newest)} onUse={() => setEntry(entryOf(newest))} />}
        {isManual ? (
          <TextField
            label={t`Task`}
            name="title"
            autoFocus
            autoComplete="off"
            maxLength={TITLE_LIMIT}
            error={isMissing ? t`Write what needs to be done` : undefined}
            value={entry.title}
            onChange={set('title')}
          />
        ) : (
          <p className="font-semibold wrap-anywhere">{taskTitle(task, t)}</p>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={t({ message: 'Owner', context: 'of a task' })}
            options={owners}
            value={entry.owner}
            onChange={set('owner')}
          />
          <TextField
            label={t`Due date`}
            name="due"
            type="date"
            optional
            value={entry.due}
            onChange={set('due')}
          />
        </div>
        {isManual && !isClientFixed && <ClientChoice chosen={chosen} onChange={setChosen} />}
        <TextField
          label={t`Note`}
          name="note"
          rows={3}
          optional
          maxLength={NOTE_LIMIT}
          value={entry.note}
          onChange={set('note')}
        />
        {problem && (
          <Banner kind="danger" announce>
            {problem}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}

const entryOf = ({ title, note, owner_id, due_on }: TaskVersion) => ({
  title: title ?? '',
  note,
  owner: owner_id ?? '',
  due: due_on ?? '',
});
