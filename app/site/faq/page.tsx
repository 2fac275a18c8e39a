import { Suspense } from 'react';
import { pageMeta } from '#app/shared/meta.ts';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { CallToAction, contact, meeting } from '../blocks/call-to-action.tsx';
import { later } from '../blocks/later.ts';
import { heading } from './heading.ts';

export const meta = () =>
  pageMeta({
    title: heading.title,
    description: heading.description,
    path: '/frequently-asked-questions',
  });

const Below = later(async () => (await import('./below.tsx')).Below, 'question-search');
const below = (
  <Suspense>
    <Below />
  </Suspense>
);

export default function Faq() {
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-28">
        <PageHeading lead={heading.lead}>{heading.title}</PageHeading>
        {below}
      </div>
      <CallToAction title="Your question isn’t here? Ask it. A person answers." ways={[contact, meeting]} />
    </>
  );
}
