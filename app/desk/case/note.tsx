import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useDates } from '#app/shared/format/dates.ts';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { NoteForm } from './note-form.tsx';
import type { ClientNote } from './notes-query.ts';

export interface NoteProps {
  note: ClientNote;
  /** Only the author may edit or delete a note; the server enforces it. */
  isOwn: boolean;
  busy: boolean;
  onEdit: (body: string, onDone: () => void) => unknown;
  onDelete: (onDone: () => void) => void;
}

export function Note({ note, isOwn, busy, onEdit, onDelete }: NoteProps) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const [state, setState] = useState<'read' | 'edit' | 'delete'>('read');
  const done = () => setState('read');
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
          onSave={(body) => onEdit(body, done)}
          onCancel={done}
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
        onConfirm={() => onDelete(done)}
        onCancel={done}
      >
        <Trans>It will be deleted for all staff.</Trans>
      </ConfirmDialog>
    </li>
  );
}
