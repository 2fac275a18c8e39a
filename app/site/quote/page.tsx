import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { lowestPrice } from '#app/shared/facts.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { msg } from '#domain/language/message.ts';

export const meta = pageMeta(({ office }, _, { formats: { dollars } }) => ({
  title: msg`Free quote`,
  description: msg`What your tax return costs, in up to four short questions. Returns from ${{ price: dollars(lowestPrice(office)) }}.`,
  path: '/quote',
}));

export default function Quote() {
  const { phone } = useOffice().contact;
  const { t } = useLingui();
  return (
    <div className="group/quote page pt-6 pb-16 md:pt-10 lg:pt-16 lg:pb-24">
      {/* With a result, the price comes first, and the heading is for screen readers only. */}
      <div className="group-has-data-result/quote:sr-only">
        <PageHeading
          lead={t`Answer up to four short questions and see your price. No name needed, and nothing is sent.`}
        >
          {t`Your free quote`}
        </PageHeading>
      </div>
      <noscript>
        <p className="mt-6 max-w-text">
          {t`The questions need JavaScript, but it’s turned off in your browser. The prices are still on this page. Call us, and we’ll gladly tell you which one is yours:`}{' '}
          <a href={`tel:${phone.e164}`} className="link figures">
            {phone.display}
          </a>
        </p>
      </noscript>
      <Suspense fallback={<div className="min-h-[46rem]" />}>
        <Wizard />
      </Suspense>
    </div>
  );
}

/**
 * The questions and their texts exceed the size budget of a public page, so they load after the page's own script.
 * The server's HTML has the first question and the prices.
 */
const Wizard = lazy(async () => ({ default: (await import('./wizard.tsx')).Wizard }));
