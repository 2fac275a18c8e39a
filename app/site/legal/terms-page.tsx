import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/language/language.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { heading, sections } from './content/terms.ts';
import { LegalDocument } from './document.tsx';
import { inLanguage } from './section.ts';

const PATH = '/legal';

export const meta = pageMeta(({ office }) => ({
  title: heading(office).title,
  description: heading(office).description,
  path: PATH,
}));

export default function Terms() {
  const office = useOffice();
  const { t } = useLingui();
  const { title, lead } = heading(office);
  return (
    <LegalDocument
      path={PATH}
      title={t(title)}
      lead={t(lead)}
      edition={office.legal.terms}
      sections={inLanguage(sections(office, useFormats()), t)}
    />
  );
}
