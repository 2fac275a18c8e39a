import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { isLanguage, type Language, languages, localizePath } from '#domain/language/language.ts';
import { languageLabels } from './model/changes.ts';
import { type PagePath, pageNames } from './model/facts.ts';
import { previewPage } from './office-api.ts';
import { PreviewFrame } from './preview-frame.tsx';

interface Props {
  facts: object;
  /** The pages to begin with. */
  pages: readonly PagePath[];
  /** To begin with. */
  first: PagePath;
  inLanguage: Language;
  onClose: () => void;
}

/** Shows pages of the site with facts that are not published. */
export function PreviewDialog({ facts, pages, first, inLanguage, onClose }: Props) {
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
      onClose={onClose}
    >
      <NativeSelect
        id="preview-page"
        label={t`Page`}
        options={options}
        hasNone={false}
        value={page}
        onChange={(chosen) => setPage(chosen as PagePath)}
        className="min-w-40 flex-1"
      />
      <NativeSelect
        id="preview-language"
        label={t`Language`}
        options={languages.map((value) => ({ value, label: t(languageLabels[value]) }))}
        hasNone={false}
        value={language}
        onChange={(chosen) => isLanguage(chosen) && setLanguage(chosen)}
        className="min-w-28 flex-1"
      />
    </PreviewFrame>
  );
}
