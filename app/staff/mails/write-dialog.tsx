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
import {
  isLetterTemplate,
  type LetterTemplate,
  letterTemplates,
  letterWords,
  maxLetterNote,
} from '#domain/contact/client-letters.ts';
import { greeting } from '#domain/contact/greeting.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { lettersQuery, type NewLetter, sendLetter } from '../case/contact-query.ts';
import { blankLetter, type LetterDraft, letterOf, problemsOf } from './letter.ts';

export interface WriteDialogProps {
  client: Profile;
  /** State of the parent, so that closing the dialog by mistake loses nothing. */
  draft: LetterDraft;
  onChange: (draft: LetterDraft) => void;
  onClose: () => void;
}

const letterNames: Record<LetterTemplate, string> = {
  document_request: 'Ask for documents',
  form_reminder: 'Remind of the tax form',
  return_ready: 'The return is ready',
  payment_reminder: 'Remind of the payment',
  message: 'A custom message',
};

const templates = letterTemplates.map((value) => ({ value, label: letterNames[value] }));

/** Writes a letter to the client, with a preview. */
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
              hint="One per line"
              rows={4}
              value={draft.items}
              error={problems.items}
              onChange={(items) => onChange({ ...draft, items })}
            />
          )}
          <CountedArea
            label="Your message"
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

/** The mail is built from the same texts. */
function LetterPreview({ client, letter }: { client: Profile; letter: NewLetter }) {
  const { subject, paragraphs, action } = letterWords(letter.template, letter);
  return (
    <section aria-labelledby="letter-preview" className="flex min-w-0 flex-col gap-2">
      <h3 id="letter-preview" className="font-sans text-sm font-semibold">
        Preview
      </h3>
      <div className="flex flex-col gap-2 rounded-card bg-sunken p-4 text-sm break-words">
        <p className="text-xs text-muted">To {client.email}</p>
        <p className="font-display text-base font-semibold">{subject}</p>
        <p>{greeting(client.first_name)}</p>
        <p className="whitespace-pre-line">{paragraphs.join('\n\n')}</p>
        <p className="mt-1 self-start rounded-control bg-action px-3 py-1 font-semibold text-on-action">
          {action}
        </p>
      </div>
    </section>
  );
}
