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
        <PageHeading
          lead={t`Short answers to what people ask us on the phone. Open as many as you like. Each answer has a link you can share.`}
        >
          {t(heading.title)}
        </PageHeading>
        {below}
      </div>
      <CallToAction
        title={t`Don’t see your question? Ask us. A real person will answer.`}
        ways={[contact, meeting]}
      />
    </>
  );
}
