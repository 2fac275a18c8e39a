import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { NativeSelect, type NativeSelectProps } from '#app/ui/fields/native-select.tsx';
import { FullDialog } from '#app/ui/overlays/full-dialog.tsx';
import { letterGroups, letterNames } from '#domain/contact/letter-names.ts';
import {
  isLanguage,
  type Language,
  languages,
  localizePath,
  sourceLanguage,
} from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import { languageLabels } from './model/changes.ts';
import { type PagePath, pageNames } from './model/facts.ts';
import { previewMail, previewPage } from './office-api.ts';
import { usePreviewedLetter } from './wording/shown-text.ts';

interface PreviewDialogProps {
  facts: object;
  /** The pages at the top of the list. */
  pages?: readonly PagePath[];
  /** To begin with. */
  first?: PagePath;
  inLanguage?: Language;
  onClose: () => void;
}

/** Shows pages of the site with facts that are not published. */
export function PreviewDialog(props: PreviewDialogProps) {
  const { facts, pages = ['/'], first = pages[0] ?? '/', inLanguage = sourceLanguage, onClose } = props;
  const { t } = useLingui();
  const [page, setPage] = useState(first);
  const [language, setLanguage] = useState(inLanguage);
  const path = localizePath(page, language);
  const { data, error } = useQuery({
    queryKey: ['office', 'preview', path, facts],
    queryFn: ({ signal }) => previewPage({ path, facts }, signal),
    gcTime: 0,
  });
  const others = Object.keys(pageNames).filter((path) => !pages.includes(path as PagePath));
  const options = [...pages, ...others].map((value) => ({ value, label: t(pageNames[value as PagePath]) }));
  return (
    <PreviewFrame
      title={t`Preview of the page “${{ page: t(pageNames[page]) }}”`}
      html={data?.html}
      error={error}
      language={language}
      onLanguage={setLanguage}
      onClose={onClose}
      label={t`Page`}
      options={options}
      value={page}
      onChange={(chosen) => setPage(chosen as PagePath)}
    />
  );
}

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
      language={language}
      onLanguage={(chosen) => show({ language: chosen })}
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
      label={t`Email`}
      options={[]}
      groups={groups}
      value={letter}
      onChange={(chosen) => show({ part: chosen })}
    />
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

const widths = [
  { id: 'desktop', label: msg`Computer`, Icon: Monitor, style: 'w-[1280px] min-w-full' },
  {
    id: 'phone',
    label: msg({ message: 'Phone', context: 'device' }),
    Icon: Smartphone,
    style: 'w-[390px] max-w-full border-x border-line',
  },
] as const;

/** The choice of what is shown, and how it is shown. */
interface FrameProps extends Pick<NativeSelectProps, 'label' | 'options' | 'groups' | 'value' | 'onChange'> {
  title: string;
  /** A document without scripts. Undefined while it is loaded. */
  html: string | undefined;
  error: Error | null;
  language: Language;
  onLanguage: (language: Language) => void;
  head?: ReactNode;
  onLoad?: (shown: Document) => void;
  onClose: () => void;
}

/** What is not published yet, as on a computer or a phone. */
function PreviewFrame(props: FrameProps) {
  const { title, html, error, language, onLanguage, head, onLoad, onClose, ...choice } = props;
  const { t } = useLingui();
  const [width, setWidth] = useState<(typeof widths)[number]['id']>(
    window.innerWidth < 768 ? 'phone' : 'desktop',
  );
  return (
    <FullDialog isOpen onClose={onClose}>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 border-b border-line bg-surface px-4 py-3">
        <div className="min-w-0 flex-1 basis-52">
          <Heading slot="title" className="font-sans text-base font-semibold">
            <Trans>Preview</Trans>
          </Heading>
          <p className="text-sm text-muted">{t`Not published yet. Links and buttons don’t work here.`}</p>
        </div>
        <IconButton
          label={t`Close the preview`}
          icon={<X size={22} aria-hidden />}
          onPress={onClose}
          className="order-first ml-auto sm:order-last"
        />
        <div className="flex w-full flex-wrap items-end gap-3 sm:w-auto">
          <NativeSelect {...choice} id="preview-shown" hasNone={false} className="min-w-40 flex-1" />
          <NativeSelect
            id="preview-language"
            label={t`Language`}
            options={languages.map((value) => ({ value, label: t(languageLabels[value]) }))}
            hasNone={false}
            value={language}
            onChange={(chosen) => isLanguage(chosen) && onLanguage(chosen)}
            className="min-w-28 flex-1"
          />
          <div className="flex gap-2">
            {widths.map(({ id, label, Icon }) => (
              <Button
                key={id}
                variant={width === id ? 'primary' : 'secondary'}
                aria-pressed={width === id}
                icon={<Icon size={18} aria-hidden />}
                onPress={() => setWidth(id)}
              >
                {t(label)}
              </Button>
            ))}
          </div>
        </div>
      </div>
      {head}
      <div className="min-h-0 flex-1 overflow-auto bg-sunken">
        <Problem className="m-4">{error && messageOf(error, t)}</Problem>
        {html === undefined && !error && <Loading />}
        {html !== undefined && (
          // Without scripts: only the style and fonts of the site, which need its origin.
          <iframe
            title={title}
            sandbox="allow-same-origin"
            srcDoc={html}
            onLoad={({ currentTarget: { contentDocument } }) => contentDocument && onLoad?.(contentDocument)}
            className={classNames(
              'mx-auto block h-full bg-paper',
              widths.find(({ id }) => id === width)?.style,
            )}
          />
        )}
      </div>
    </FullDialog>
  );
}
