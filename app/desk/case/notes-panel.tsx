import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Lock, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { done } from '#app/shared/api/done.ts';
import { readQuery } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { useIdOf } from '#app/shared/forms/use-id-of.ts';
import { Loaded } from '#app/shared/parts/loaded.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import type { Database } from '#contract/generated/database.ts';
import { msg, plural } from '#domain/language/message.ts';

type ClientNote = Database['public']['Tables']['client_notes']['Row'];

/** The notes about a client, newest first. Readable by staff only. */
const notesQuery = (clientId: string) =>
  readQuery(['case', clientId, 'notes'], () =>
    notes().select('*').eq('user_id', clientId).order('created_at', { ascending: false }).order('id'),
  );

const notes = () => rest.from('client_notes');

/** A second try with the same id changes nothing. */
const addNote = (id: string, clientId: string, body: string) =>
  done(notes().upsert({ id, user_id: clientId, body }, { ignoreDuplicates: true }));

// `single` fails if no row was changed: the note is another author's, or gone.
const editNote = (id: string, body: string) =>
  done(notes().update({ body }).eq('id', id).select('id').single());
const deleteNote = (id: string) => done(notes().delete().eq('id', id).select('id').single());

export function NotesPanel({ clientId }: { clientId: string }) {
  const { t } = useLingui();
  const { user } = useSession();
  const notes = useQuery(notesQuery(clientId));
  const { run, busy, problem } = useAction(notes.refetch);
  // A new key resets the form.
  const [added, setAdded] = useState(0);
  return (
    <Panel
      id="case-notes"
      title={t`Notes`}
      isInternal
      actions={
        <span className="flex items-center gap-1.5 text-xs font-semibold text-warning">
          <Lock size={14} aria-hidden />
          <Trans>Only staff can see these</Trans>
        </span>
      }
    >
      <NoteForm
        key={added}
        label={t`New note`}
        action={t`Add note`}
        busy={busy}
        takeFocus={added > 0}
        onSave={async (body, id) => (await run(() => addNote(id, clientId, body))) && setAdded(added + 1)}
      />
      <Problem>{problem && t`We couldn’t save the note: ${{ problem }}`}</Problem>
      <Loaded
        query={notes}
        skeleton="h-12"
        wording={(problem) => t`We couldn’t load the notes: ${{ problem }}`}
      >
        {(rows) => (
          <ul aria-label={t`Notes`} className="divide-y divide-line empty:hidden">
            {rows.map((note) => (
              <Note key={note.id} note={note} isOwn={note.author_id === user?.id} busy={busy} run={run} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

interface NoteProps {
  note: ClientNote;
  /** Only the author may edit or delete a note; the server enforces it. */
  isOwn: boolean;
  busy: boolean;
  run: (action: () => Promise<void>) => Promise<boolean>;
}

function Note({ note, isOwn, busy, run }: NoteProps) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const [state, setState] = useState<'read' | 'edit' | 'delete'>('read');
  const close = () => setState('read');
  const when = dateAndTime(note.created_at);
  return (
    <li className="flex flex-col gap-1 py-2 text-sm">
      <div className="flex items-center justify-between gap-3">
        <p className="text-xs text-muted">
          <span className="font-semibold">
            {note.author_name || t({ message: 'Staff', context: 'author' })}
          </span>
          <span className="figures">, {when}</span>
          {note.updated_at > note.created_at && ` ${t`(edited)`}`}
        </p>
        {isOwn && state !== 'edit' && (
          <span className="-my-1 flex">
            <IconButton
              dense
              label={t`Edit the note from ${when}`}
              icon={<Pencil size={16} aria-hidden />}
              onPress={() => setState('edit')}
            />
            <IconButton
              dense
              label={t`Delete the note from ${when}`}
              icon={<Trash2 size={16} aria-hidden />}
              onPress={() => setState('delete')}
            />
          </span>
        )}
      </div>
      {state === 'edit' ? (
        <NoteForm
          label={t`Edit the note`}
          action={t`Save note`}
          text={note.body}
          busy={busy}
          takeFocus
          onSave={async (body) => (await run(() => editNote(note.id, body))) && close()}
          onCancel={close}
        />
      ) : (
        <p className="break-words whitespace-pre-line">{note.body}</p>
      )}
      <ConfirmDialog
        isOpen={state === 'delete'}
        title={t`Delete this note?`}
        confirmLabel={t`Delete note`}
        danger
        busy={busy}
        onConfirm={() => void run(() => deleteNote(note.id)).then(close)}
        onCancel={close}
      >
        <Trans>It will be deleted for all staff.</Trans>
      </ConfirmDialog>
    </li>
  );
}

/** The database's limit, in characters. */
const LIMIT = 5000;

interface NoteFormProps {
  label: string;
  action: string;
  text?: string;
  busy: boolean;
  takeFocus?: boolean;
  /** A second try to save the same text has the same id. */
  onSave: (body: string, id: string) => void;
  onCancel?: () => void;
}

const tooLong = (excess: number) =>
  msg`Please shorten the note by ${plural({ excess }, { one: '# character', other: '# characters' })}`;

/** Ctrl+Enter or Cmd+Enter saves. */
function NoteForm({ label, action, text = '', busy, takeFocus, onSave, onCancel }: NoteFormProps) {
  const { t } = useLingui();
  const [body, setBody] = useState(text);
  const id = useIdOf({ body });
  const [problem, setProblem] = useState('');
  function save() {
    const trimmed = body.trim();
    const excess = [...trimmed].length - LIMIT;
    if (trimmed === '') return setProblem(t`Write something first`);
    if (excess > 0) return setProblem(t(tooLong(excess)));
    onSave(trimmed, id);
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField
        label={label}
        rows={2}
        value={body}
        error={problem}
        autoFocus={takeFocus ?? false}
        onChange={(next) => {
          setBody(next);
          setProblem('');
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
          else event.continuePropagation();
        }}
      />
      <div className="flex gap-2">
        <Button type="submit" size="small" variant="secondary" busy={busy}>
          {action}
        </Button>
        {onCancel && (
          <Button size="small" variant="quiet" onPress={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}
