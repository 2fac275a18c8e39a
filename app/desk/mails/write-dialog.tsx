import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { checklistQuery } from '#app/checklist/queries.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { useAction } from '#app/shared/api/use-action.ts';
import { useIdOf } from '#app/shared/forms/use-id-of.ts';
import { LetterPreview } from '#app/shared/letters/letter-preview.tsx';
import { useOfficeYear } from '#app/shared/office-year.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { missingOf } from '#domain/checklist/state.ts';
import type { LetterLine } from '#domain/contact/asked-documents.ts';
import { letterTitle, letterWords } from '#domain/contact/client-letters.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { inWords, type Translate } from '#domain/language/translate.ts';
import { lettersQuery, type NewLetter, sendLetter } from '../case/contact-query.ts';
import { letterReadersQuery } from '../members/members-query.ts';
import { blankLetter, type LetterDraft, letterOf, problemsOf } from './letter.ts';
import { LetterFields } from './letter-fields.tsx';

export interface WriteDialogProps {
  client: Profile;
  /** State of the parent, so that closing the dialog by mistake loses nothing. */
  draft: LetterDraft;
  onChange: (draft: LetterDraft) => void;
  onClose: () => void;
}

export function WriteDialog({ client, draft, onChange, onClose }: WriteDialogProps) {
  const { t } = useLingui();
  const [tried, setTried] = useState(false);
  const year = useOfficeYear();
  const list = useQuery(checklistQuery(client.user_id, year));
  const lines = missingOf(list.data?.items ?? []);
  const { data: readers = [] } = useQuery(letterReadersQuery(client.user_id));
  const [first] = readers;
  const addresses = readers.map(({ email }) => email).join(', ');
  const letter = letterOf(draft, lines, t);
  const id = useIdOf(letter);
  const { run, busy, problem } = useAction();
  const problems = tried ? problemsOf(draft, t, lines) : {};

  async function send() {
    setTried(true);
    if (Object.keys(problemsOf(draft, t, lines)).length > 0) return;
    if (!(await run(() => sendLetter(id, client.user_id, year, letter)))) return;
    void list.refetch();
    void invalidate(lettersQuery(client.user_id).queryKey);
    notify('success', t`Email sent to ${{ name: addresses || displayName(client) }}`);
    onChange(blankLetter);
    onClose();
  }

  return (
    <FormDialog
      title={t`Email ${{ name: displayName(client) }}`}
      width="wide"
      icon={<Send size={18} aria-hidden />}
      action={t`Send email`}
      busy={busy}
      problem={problem && t`We couldn’t send the email: ${{ problem }}`}
      onClose={onClose}
      onSubmit={send}
    >
      <div className="grid gap-5 md:grid-cols-2">
        <LetterFields draft={draft} problems={problems} lines={lines} onChange={onChange} />
        {first && (
          <LetterPreview
            reader={{ ...first, email: addresses }}
            write={(words) => wordsOf(letterOf(draft, lines, t), lines, words)}
          />
        )}
      </div>
    </FormDialog>
  );
}

function wordsOf(letter: NewLetter, lines: readonly LetterLine[], words: Translate) {
  const items = letter.items.map((item) => {
    const line = lines.find(({ title }) => letterTitle(title) === item);
    return line ? inWords(line.title, words) : item;
  });
  return letterWords(letter.template, { ...letter, items });
}
