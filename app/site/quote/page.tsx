import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { useFormats } from '#app/language/language.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { heading, withoutScript } from './content.ts';

export const meta = pageMeta(({ office }, _, { formats }) => {
  const { title, description } = heading(office, formats);
  return { title, description, path: '/quote' };
});

export default function Quote() {
  const office = useOffice();
  const { phone } = office.contact;
  const { t } = useLingui();
  const { headline, lead } = heading(office, useFormats());
  return (
    <div className="group/quote page pt-6 pb-16 md:pt-10 lg:pt-16 lg:pb-24">
      {/* With a result, the price comes first, and the heading is for screen readers only. */}
      <div className="group-has-data-result/quote:sr-only">
        <PageHeading lead={t(lead)}>{t(headline)}</PageHeading>
      </div>
      <noscript>
        <p className="mt-6 max-w-text">
          {t(withoutScript)}{' '}
          <a href={`tel:${phone.e164}`} className="link figures">
            {phone.display}
          </a>
        </p>
      </noscript>
      <LateWizard />
    </div>
  );
}

/**
 * The questions and their texts exceed the size budget of a public page, so they load after the page's own script.
 * The server's HTML has the first question and the prices.
 */
const Wizard = lazy(async () => ({ default: (await import('./wizard.tsx')).Wizard }));

function LateWizard() {
  return (
    <Suspense fallback={<div className="min-h-[46rem]" />}>
      <Wizard />
    </Suspense>
  );
}
