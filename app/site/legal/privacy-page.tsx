import { business } from '#app/business.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { heading, sections } from './content/privacy.ts';
import { LegalDocument } from './document.tsx';

export const meta = () =>
  pageMeta({ title: heading.title, description: heading.description, path: '/privacy-security' });

export default function Privacy() {
  return (
    <LegalDocument
      title={heading.title}
      lead={heading.lead}
      edition={business.legal.privacy}
      sections={sections}
    />
  );
}
