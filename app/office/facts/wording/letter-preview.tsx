import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { letterGroups, letterNames } from '#domain/contact/letter-names.ts';
import { isLanguage, languages } from '#domain/language/language.ts';
import { languageLabels } from '../model/changes.ts';
import { previewMail } from '../office-api.ts';
import { PreviewFrame } from '../preview-frame.tsx';
import { usePreviewedLetter } from './shown-text.ts';

/** Shows mails with words that are not published, as the server would send them, with sample values. */
export function LetterPreview({ facts, onClose }: { facts: object; onClose: () => void }) {
  const { t } = useLingui();
  const [{ part: letter, language }, show] = usePreviewedLetter();
  const { data, error } = useQuery({
    queryKey: ['office', 'letter', letter, language, facts],
    queryFn: ({ signal }) => previewMail({ letter, language, facts }, signal),
    gcTime: 0,
  });
  const groups = letterGroups.map(({ title, letters }) => ({
    label: t(title),
    options: letters.map((value) => ({ value, label: t(letterNames[value]) })),
  }));
  return (
    <PreviewFrame
      title={t`Preview of the email “${{ email: t(letterNames[letter]) }}”`}
      html={data && forFrame(data.html)}
      error={error}
      head={
        data && (
          <p className="border-b border-line bg-surface px-4 py-2 text-sm" lang={language}>
            <span className="text-muted">{t`Subject:`}</span>{' '}
            <span className="font-semibold">{data.subject}</span>
          </p>
        )
      }
      onLoad={applyStyles}
      onClose={onClose}
    >
      <NativeSelect
        id="preview-letter"
        label={t`Email`}
        options={[]}
        groups={groups}
        hasNone={false}
        value={letter}
        onChange={(chosen) => show({ part: chosen })}
        className="min-w-40 flex-1"
      />
      <NativeSelect
        id="preview-language"
        label={t`Language`}
        options={languages.map((value) => ({ value, label: t(languageLabels[value]) }))}
        hasNone={false}
        value={language}
        onChange={(chosen) => isLanguage(chosen) && show({ language: chosen })}
        className="min-w-28 flex-1"
      />
    </PreviewFrame>
  );
}

/**
 * The portal's content security policy, which the frame has too, refuses style in markup. In a mail, values are escaped,
 * so this finds only the style of the layout. The style sheet is for dark mode.
 */
function forFrame(mail: string): string {
  return mail
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replaceAll(' style="', ' data-style="')
    .replace('<head>', '<head><base target="_blank">');
}

function applyStyles(shown: Document): void {
  for (const element of shown.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
  }
}
