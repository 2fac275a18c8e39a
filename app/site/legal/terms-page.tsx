import { pageMeta } from '#app/shared/meta.ts';
import { heading, sections } from './content/terms.ts';
import { LegalDocument } from './document.tsx';

const path = '/legal';

export const meta = pageMeta(({ office }) => ({ ...heading(office), path }));

export default function Terms() {
  return <LegalDocument path={path} kind="terms" heading={heading} sections={sections} />;
}
