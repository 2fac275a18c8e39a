import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { useIdOf } from '#app/shared/forms/use-id-of.ts';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { dayInWords } from '#domain/office-time/words.ts';
import { taskTitle } from '#domain/tasks/words.ts';
import { useStaff } from '../inbox/assignees.ts';
import { type ChosenClient, ClientChoice } from './client-choice.tsx';
import { ConflictBanner } from './conflict-banner.tsx';
import { useSaveVersion } from './save-version.ts';
import { type OpenTask, type TaskVersion, taskActions, useReloadTasks } from './tasks-query.ts';

/** The database's limits, in characters. */
const TITLE_LIMIT = 200;
const NOTE_LIMIT = 2000;

interface TaskDialogProps {
  /** Null for a new one. */
  task: OpenTask | null;
  client: ChosenClient | null;
  /** The client can't be changed in their own case. */
  isClientFixed?: boolean;
  onClose: () => void;
}

export function TaskDialog({ task, client, isClientFixed = false, onClose }: TaskDialogProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { ownId, staff, preparers, nameOf } = useStaff();
  const { seen, conflict, attempt, endConflict, busy, problem, clear } = useSaveVersion<TaskVersion>(
    task && { ...task, done_at: null },
    useReloadTasks(),
    onClose,
  );
  const isManual = task === null || task.kind === 'manual';
  const canChooseClient = isManual && !isClientFixed;
  const entryOf = (version: Omit<TaskVersion, 'done_at'>) => ({
    title: version.title ?? '',
    note: version.note,
    owner: version.owner_id ?? '',
    due: version.due_on ?? '',
    client: version.client_id ? { id: version.client_id, name: version.client_name ?? t`This client` } : null,
  });
  const [entry, setEntry] = useState(() =>
    task ? entryOf(task) : { title: '', note: '', owner: ownId, due: '', client },
  );
  const id = useIdOf(entry);
  const [isMissing, setMissing] = useState(false);
  const firstField = useRef<HTMLInputElement>(null);
  const change = (more: Partial<typeof entry>) => {
    setEntry({ ...entry, ...more });
    setMissing(false);
    clear();
  };
  const set = (name: Exclude<keyof typeof entry, 'client'>) => (value: string) => change({ [name]: value });
  const ownerName = (id: string) => (id === '' ? t`Unassigned` : nameOf(id));
  const isFormer = entry.owner !== '' && !staff.some(({ user_id }) => user_id === entry.owner);
  const owners = ['', ...(isFormer ? [entry.owner] : []), ...preparers.map(({ user_id }) => user_id)];

  async function save(): Promise<void> {
    if (busy) return;
    const title = entry.title.trim();
    if (isManual && title === '') return setMissing(true);
    const wanted = { note: entry.note.trim(), owner_id: entry.owner || null, due_on: entry.due || null };
    const client_id = entry.client?.id ?? null;
    await attempt(async () => {
      if (seen)
        return taskActions.change(seen, {
          ...wanted,
          // The title of a task that a rule created stays empty.
          ...(isManual && { title }),
          ...(canChooseClient && { client_id }),
        });
      await taskActions.add(id, { ...wanted, title, client_id });
      return null;
    });
  }

  function acceptTheirs(theirs: TaskVersion): void {
    change(entryOf(theirs));
    endConflict();
    firstField.current?.focus();
  }

  function fieldsOf(theirs: TaskVersion) {
    const { title, note, owner, due, client: theirClient } = entryOf(theirs);
    return [
      { column: 'title', label: t`Task`, value: title },
      { column: 'owner_id', label: t({ message: 'Owner', context: 'of a task' }), value: ownerName(owner) },
      { column: 'due_on', label: t`Due date`, value: due && dayInWords(due, language) },
      { column: 'client_id', label: t`Client`, value: theirClient?.name ?? '' },
      { column: 'note', label: t`Note`, value: note },
    ];
  }

  return (
    <FormDialog
      title={task ? t`Edit task` : t`New task`}
      action={task ? t`Save task` : t`Add task`}
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      {conflict && (
        <ConflictBanner
          conflict={conflict}
          fields={fieldsOf(conflict.theirs)}
          onUse={() => acceptTheirs(conflict.theirs)}
        />
      )}
      {isManual ? (
        <TextField
          label={t`Task`}
          name="title"
          inputRef={firstField}
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
          options={owners.map((value) => ({ value, label: ownerName(value) }))}
          value={entry.owner}
          onChange={set('owner')}
        />
        <TextField
          label={t`Due date`}
          name="due"
          type="date"
          {...(!isManual && { inputRef: firstField })}
          optional
          value={entry.due}
          onChange={set('due')}
        />
      </div>
      {canChooseClient && (
        <ClientChoice chosen={entry.client} onChange={(chosen) => change({ client: chosen })} />
      )}
      <TextField
        label={t`Note`}
        name="note"
        rows={3}
        optional
        maxLength={NOTE_LIMIT}
        value={entry.note}
        onChange={set('note')}
      />
    </FormDialog>
  );
}
