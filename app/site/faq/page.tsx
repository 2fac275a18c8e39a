import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { pageMeta } from '#app/shared/meta.ts';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { CallToAction, contact, meeting } from '../blocks/call-to-action.tsx';
import { later } from '../blocks/later.ts';
import { heading } from './heading.ts';

export const meta = pageMeta(() => ({
  title: heading.title,
  description: heading.description,
  path: '/frequently-asked-questions',
}));

const Below = later(async () => (await import('./below.tsx')).Below, 'question-search');
const below = (
  <Suspense>
    <Below />
  </Suspense>
);

export default function Faq() {
  const { t } = useLingui();
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-28">
        <PageHeading lead={t(heading.lead)}>{t(heading.title)}</PageHeading>
        {below}
      </div>
      <CallToAction title={t(heading.end)} ways={[contact, meeting]} />
    </>
  );
}
