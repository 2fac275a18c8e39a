import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { CountedArea } from '#app/ui/fields/counted-area.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { isLetterTemplate, letterTemplates, maxLetterNote } from '#domain/contact/client-letters.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { lettersQuery, sendLetter } from '../case/contact-query.ts';
import { blankLetter, type LetterDraft, letterOf, problemsOf } from './letter.ts';
import { letterNames } from './letter-names.ts';
import { LetterPreview } from './letter-preview.tsx';

export interface WriteDialogProps {
  client: Profile;
  /** Kept by whoever opens the dialog: closing it by mistake loses nothing. */
  draft: LetterDraft;
  onChange: (draft: LetterDraft) => void;
  onClose: () => void;
}

const templates = letterTemplates.map((value) => ({ value, label: letterNames[value] }));

/** A letter to the client by one click, and what the client will read. */
export function WriteDialog({ client, draft, onChange, onClose }: WriteDialogProps) {
  const queries = useQueryClient();
  const [tried, setTried] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sendLetter(client.user_id, letterOf(draft)),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: lettersQuery(client.user_id).queryKey });
      notify('success', `Letter sent to ${displayName(client)}`);
      onChange(blankLetter);
      onClose();
    },
  });
  const problems = tried ? problemsOf(draft) : {};

  function send() {
    setTried(true);
    if (Object.keys(problemsOf(draft)).length === 0) mutate();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Write to ${displayName(client)}`}
      width="wide"
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            Cancel
          </Button>
          <Button icon={<Send size={18} aria-hidden />} busy={isPending} onPress={send}>
            Send letter
          </Button>
        </>
      }
    >
      <div className="grid gap-5 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Select
            label="Letter"
            options={templates}
            value={draft.template}
            onChange={(template) => isLetterTemplate(template) && onChange({ ...draft, template })}
          />
          {draft.template === 'document_request' && (
            <TextField
              label="Documents"
              hint="One on each line"
              rows={4}
              value={draft.items}
              error={problems.items}
              onChange={(items) => onChange({ ...draft, items })}
            />
          )}
          <CountedArea
            label="Your words"
            optional={draft.template !== 'message'}
            rows={4}
            limit={maxLetterNote}
            value={draft.note}
            error={problems.note}
            onChange={(note) => onChange({ ...draft, note })}
          />
        </div>
        <LetterPreview client={client} letter={letterOf(draft)} />
      </div>
      {error && (
        <Banner kind="danger" announce>
          The letter was not sent: {messageOf(error)}
        </Banner>
      )}
    </Dialog>
  );
}
