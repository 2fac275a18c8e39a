import { business } from '#app/business.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { heading, sections } from './content/terms.ts';
import { LegalDocument } from './document.tsx';

export const meta = () =>
  pageMeta({ title: heading.title, description: heading.description, path: '/legal' });

export default function Terms() {
  return (
    <LegalDocument
      title={heading.title}
      lead={heading.lead}
      edition={business.legal.terms}
      sections={sections}
    />
  );
}
