import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#app/ui/actions/button.tsx';
import type { Language } from '#domain/language/language.ts';
import { languageLabels } from '../model/changes.ts';
import { type Part, setAside, type Wordings } from './parts.ts';

interface Props {
  parts: readonly Part[];
  own: Wordings;
  onRemove: (language: Language, text: string) => void;
}

/** The office's words for texts that this version says in another way. */
export function SetAside({ parts, own, onRemove }: Props) {
  const { t } = useLingui();
  const texts = setAside(parts, own);
  if (texts.length === 0) return null;
  return (
    <section
      aria-labelledby="set-aside"
      className="rounded-card border-2 border-warning bg-warning-soft p-4 text-sm"
    >
      <h3 id="set-aside" className="font-sans text-base font-semibold">
        <Trans>Our text has changed</Trans>
      </h3>
      <p>
        <Trans>
          You wrote these in place of texts that an update has changed. They aren’t used anymore: people see
          our new text. Copy what you still need to the new text. Keep the rest here, or delete it.
        </Trans>
      </p>
      <ul className="mt-2 flex flex-col divide-y divide-line">
        {texts.map(({ language, text }) => (
          <li key={`${language} ${text}`} className="flex items-start justify-between gap-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="block" lang={language}>
                {own[language][text]}
              </span>
              <span className="block text-muted">
                <Trans>
                  {{ language: t(languageLabels[language]) }}, in place of: {text}
                </Trans>
              </span>
            </span>
            <Button
              variant="quiet"
              size="small"
              className="shrink-0"
              onPress={() => onRemove(language, text)}
            >
              <Trans>Delete</Trans>
              <span className="sr-only" lang={language}>
                : {own[language][text]}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
