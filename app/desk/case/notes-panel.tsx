import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Loaded } from '#app/shared/parts/loaded.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { Note } from './note.tsx';
import { NoteForm } from './note-form.tsx';
import { notesQuery, useNoteMutation } from './notes-query.ts';

export function NotesPanel({ clientId }: { clientId: string }) {
  const { t } = useLingui();
  const { user } = useSession();
  const notes = useQuery(notesQuery(clientId));
  const { mutate, isPending, error: refused } = useNoteMutation(clientId);
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
        busy={isPending}
        takeFocus={added > 0}
        onSave={(body) => mutate({ kind: 'add', body }, { onSuccess: () => setAdded(added + 1) })}
      />
      {refused && (
        <Banner kind="danger" announce>
          <Trans>We couldn’t save the note: {{ problem: messageOf(refused, t) }}</Trans>
        </Banner>
      )}
      <Loaded
        query={notes}
        skeleton="h-12"
        wording={(problem) => t`We couldn’t load the notes: ${{ problem }}`}
      >
        {(rows) => (
          <ul aria-label={t`Notes`} className="divide-y divide-line">
            {rows.map((note) => (
              <Note
                key={note.id}
                note={note}
                isOwn={note.author_id === user?.id}
                busy={isPending}
                onEdit={(body, onDone) => mutate({ kind: 'edit', id: note.id, body }, { onSuccess: onDone })}
                onDelete={(onDone) => mutate({ kind: 'delete', id: note.id }, { onSettled: onDone })}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}
