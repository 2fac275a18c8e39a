import { pageMeta } from '#app/shared/meta.ts';
import { heading, sections } from './content/privacy.ts';
import { LegalDocument } from './document.tsx';

const path = '/privacy-security';

export const meta = pageMeta(({ office }) => ({ ...heading(office), path }));

export default function Privacy() {
  return <LegalDocument path={path} kind="privacy" heading={heading} sections={sections} />;
}
