import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '#app/shared/api/use-action.ts';
import { Loaded } from '#app/shared/parts/loaded.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { Note } from './note.tsx';
import { NoteForm } from './note-form.tsx';
import { addNote, deleteNote, editNote, notesQuery } from './notes-query.ts';

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
              <Note
                key={note.id}
                note={note}
                isOwn={note.author_id === user?.id}
                busy={busy}
                onEdit={async (body, onDone) => (await run(() => editNote(note.id, body))) && onDone()}
                onDelete={(onDone) => void run(() => deleteNote(note.id)).then(onDone)}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}
