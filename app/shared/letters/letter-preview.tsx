import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { useLetterTexts } from '#app/shared/letters/letter-texts.ts';
import { greeting } from '#domain/contact/greeting.ts';
import { isLanguage, type Language, sourceLanguage } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import { inWords, type Translate, type Wording } from '#domain/language/translate.ts';

const sentIn: Record<Language, MessageDescriptor> = {
  en: msg`We’ll send this email in English, the client’s language.`,
  es: msg`We’ll send this email in Spanish, the client’s language.`,
};

export interface LetterPreviewProps {
  reader: { email: string; first_name: string; language: string };
  write: (words: Translate) => {
    subject: Wording;
    paragraphs: readonly Wording[];
    action: Wording;
  };
}

/** The mail is built from the same texts, in the client's language. In the page's until those are here. */
export function LetterPreview({ reader, write }: LetterPreviewProps) {
  const { t } = useLingui();
  const heading = useId();
  const shown = useLanguage();
  const language = isLanguage(reader.language) ? reader.language : sourceLanguage;
  const theirs = useLetterTexts(language);
  const words = theirs ?? t;
  const { subject, paragraphs, action } = write(words);
  return (
    <section aria-labelledby={heading} className="flex min-w-0 flex-col gap-2">
      <h3 id={heading} className="font-sans text-sm font-semibold">
        <Trans>Preview</Trans>
      </h3>
      <div className="flex flex-col gap-2 rounded-card border border-line bg-sunken p-4 text-sm break-words">
        <p className="text-xs text-muted">{t`To ${{ email: reader.email }}`}</p>
        <div lang={theirs && language} className="flex flex-col gap-2">
          <p className="font-display text-base font-semibold">{inWords(subject, words)}</p>
          <p>{words(greeting(reader.first_name))}</p>
          <p className="whitespace-pre-line">{paragraphs.map((part) => inWords(part, words)).join('\n\n')}</p>
          <p className="mt-1 self-start rounded-control bg-action px-3 py-1 font-semibold text-on-action">
            {inWords(action, words)}
          </p>
        </div>
      </div>
      {language !== shown && <p className="text-sm text-muted">{t(sentIn[language])}</p>}
    </section>
  );
}
