import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { checklistQuery } from '#app/checklist/queries.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useLanguage } from '#app/shared/language/language.tsx';
import { useLetterTexts } from '#app/shared/language/letter-texts.ts';
import { useOfficeYear } from '#app/shared/office-year.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { isAnswered } from '#domain/checklist/state.ts';
import { letterTitle, letterWords } from '#domain/contact/client-letters.ts';
import { greeting } from '#domain/contact/greeting.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { isLanguage, type Language, sourceLanguage } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import { inWords } from '#domain/language/translate.ts';
import { lettersQuery, type NewLetter, sendLetter } from '../case/contact-query.ts';
import { blankLetter, type LetterDraft, type LetterLine, letterOf, problemsOf } from './letter.ts';
import { LetterFields } from './letter-fields.tsx';

export interface WriteDialogProps {
  client: Profile;
  /** State of the parent, so that closing the dialog by mistake loses nothing. */
  draft: LetterDraft;
  onChange: (draft: LetterDraft) => void;
  onClose: () => void;
}

/** Writes a letter to the client, with a preview. */
export function WriteDialog({ client, draft, onChange, onClose }: WriteDialogProps) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [tried, setTried] = useState(false);
  const year = useOfficeYear();
  const list = useQuery(checklistQuery(client.user_id, year));
  const lines = (list.data?.items ?? []).filter((item) => !isAnswered(item));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sendLetter(client.user_id, year, letterOf(draft, lines, t)),
    onSuccess: () => {
      void list.refetch();
      void queries.invalidateQueries({ queryKey: lettersQuery(client.user_id).queryKey });
      notify('success', t`Email sent to ${{ name: displayName(client) }}`);
      onChange(blankLetter);
      onClose();
    },
  });
  const problems = tried ? problemsOf(draft, t, lines) : {};

  function send() {
    setTried(true);
    if (Object.keys(problemsOf(draft, t, lines)).length === 0) mutate();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Email ${{ name: displayName(client) }}`}
      width="wide"
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button icon={<Send size={18} aria-hidden />} busy={isPending} onPress={send}>
            <Trans>Send email</Trans>
          </Button>
        </>
      }
    >
      <div className="grid gap-5 md:grid-cols-2">
        <LetterFields draft={draft} problems={problems} lines={lines} onChange={onChange} />
        <LetterPreview client={client} letter={letterOf(draft, lines, t)} lines={lines} />
      </div>
      {error && (
        <Banner kind="danger" announce>
          <Trans>We couldn’t send the email: {{ problem: messageOf(error, t) }}</Trans>
        </Banner>
      )}
    </Dialog>
  );
}

const sentIn: Record<Language, MessageDescriptor> = {
  en: msg`We’ll send this email in English, the client’s language.`,
  es: msg`We’ll send this email in Spanish, the client’s language.`,
};

interface LetterPreviewProps {
  client: Profile;
  letter: NewLetter;
  lines: readonly LetterLine[];
}

/** The mail is built from the same texts, in the client's language. In the page's until those are here. */
function LetterPreview({ client, letter, lines }: LetterPreviewProps) {
  const { t } = useLingui();
  const shown = useLanguage();
  const language = isLanguage(client.language) ? client.language : sourceLanguage;
  const theirs = useLetterTexts(language);
  const words = theirs ?? t;
  const { subject, paragraphs, action } = letterWords(letter.template, {
    ...letter,
    items: letter.items.map((item) => {
      const line = lines.find(({ title }) => letterTitle(title) === item);
      return line ? inWords(line.title, words) : item;
    }),
  });
  return (
    <section aria-labelledby="letter-preview" className="flex min-w-0 flex-col gap-2">
      <h3 id="letter-preview" className="font-sans text-sm font-semibold">
        <Trans>Preview</Trans>
      </h3>
      <div className="flex flex-col gap-2 rounded-card bg-sunken p-4 text-sm break-words">
        <p className="text-xs text-muted">
          <Trans>To {{ email: client.email }}</Trans>
        </p>
        <div lang={theirs && language} className="flex flex-col gap-2">
          <p className="font-display text-base font-semibold">{words(subject)}</p>
          <p>{words(greeting(client.first_name))}</p>
          <p className="whitespace-pre-line">{paragraphs.map((part) => inWords(part, words)).join('\n\n')}</p>
          <p className="mt-1 self-start rounded-control bg-action px-3 py-1 font-semibold text-on-action">
            {words(action)}
          </p>
        </div>
      </div>
      {language !== shown && <p className="text-sm text-muted">{t(sentIn[language])}</p>}
    </section>
  );
}
