import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { messageOf } from '#app/shared/api/error-wording.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { OptionList } from '#app/ui/fields/option-list.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import { dayInWords } from '#domain/office-time/words.ts';
import { taskTitle } from '#domain/tasks/words.ts';
import { useFoundClients } from '../found-clients.ts';
import { useStaff } from '../inbox/assignees.ts';
import { type OpenTask, type TaskVersion, taskActions } from './tasks-query.ts';
import { ConflictBanner, useVersionForm } from './version-form.tsx';

/** The database's limits, in characters. */
const TITLE_LIMIT = 200;
const NOTE_LIMIT = 2000;

interface ChosenClient {
  id: string;
  name: string;
}

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
  const isManual = task === null || task.kind === 'manual';
  const canChooseClient = isManual && !isClientFixed;
  const entryOf = (version: TaskVersion) => ({
    title: version.title ?? '',
    note: version.note,
    owner: version.owner_id ?? '',
    due: version.due_on ?? '',
    client: version.client_id ? { id: version.client_id, name: version.client_name ?? t`This client` } : null,
  });
  const opened: TaskVersion | null = task && { ...task, done_at: null };
  const form = useVersionForm({
    opened,
    entryOf,
    blank: { title: '', note: '', owner: ownId, due: '', client },
    onSaved: onClose,
  });
  const { seen, entry, id, field, conflict, acceptTheirs, attempt, busy, problem } = form;
  const [isMissing, setMissing] = useState(false);
  const change = (more: Partial<typeof entry>) => {
    form.change(more);
    setMissing(false);
  };
  const set = (name: Exclude<keyof typeof entry, 'client'>) => (value: string) => change({ [name]: value });
  const ownerName = (id: string) => (id === '' ? t`Unassigned` : nameOf(id));
  const isFormer = entry.owner !== '' && !staff.some(({ user_id }) => user_id === entry.owner);
  const owners = ['', ...(isFormer ? [entry.owner] : []), ...preparers.map(({ user_id }) => user_id)];

  async function save(): Promise<void> {
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
          inputRef={field}
          autoFocus
          autoComplete="off"
          maxLength={TITLE_LIMIT}
          error={isMissing && entry.title.trim() === '' ? t`Write what needs to be done` : undefined}
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
          {...(!isManual && { inputRef: field })}
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

interface ClientChoiceProps {
  chosen: ChosenClient | null;
  onChange: (client: ChosenClient | null) => void;
}

/** The client of a task: a search by name or email, or the one that was chosen. */
function ClientChoice({ chosen, onChange }: ClientChoiceProps) {
  const { t } = useLingui();
  const choose = (client: Profile) => onChange({ id: client.user_id, name: displayName(client) });
  const { field, found, error, isNoneFound } = useFoundClients({ most: 6, onChoose: choose });
  if (chosen) {
    return (
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-semibold">{t`Client`}</span>
        <span className="flex items-center justify-between gap-2 rounded-control border border-line py-0.5 pl-3.5">
          <span className="min-w-0 wrap-anywhere">{chosen.name}</span>
          <IconButton
            label={t`Remove the client`}
            icon={<X size={18} aria-hidden />}
            onPress={() => onChange(null)}
          />
        </span>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <span className="text-sm font-semibold" aria-hidden>
        <Trans>Client (optional)</Trans>
      </span>
      <SearchField label={t`Client (optional)`} {...field} />
      {found.length > 0 && (
        <OptionList
          label={t`Clients found`}
          options={found.map((client) => ({
            id: client.user_id,
            label: displayName(client),
            hint: client.email || undefined,
          }))}
          value={null}
          onChange={(id) => {
            const client = found.find(({ user_id }) => user_id === id);
            if (client) choose(client);
          }}
        />
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {error && messageOf(error, t)}
        {isNoneFound && <Trans>No client was found. Try another name or email.</Trans>}
      </p>
    </div>
  );
}
