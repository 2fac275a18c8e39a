import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { useFormats } from '#app/language/language.tsx';
import { WithoutScript } from '#app/shared/browser/without-script.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { OfficeFacts } from '#app/shared/office-facts.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { common, heading, questions } from './content.ts';
import { Ways } from './ways.tsx';

export const meta = pageMeta(({ office }, _, { formats }) => {
  const { title, description } = heading(office, formats);
  return { title, description, path: '/contact-us' };
});

/**
 * The form's script is a quarter of the size of a public page, so it loads after the page's own. The form is in the
 * server's HTML, and text typed before hydration is kept.
 */
const ContactForm = lazy(async () => ({ default: (await import('./contact-form.tsx')).ContactForm }));

export default function Contact() {
  const office = useOffice();
  const { t } = useLingui();
  const { headline, lead } = heading(office, useFormats());
  return (
    <>
      <WithoutScript />
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-28">
        <PageHeading lead={t(lead)}>{t(headline)}</PageHeading>
        {/* On a phone, the number comes before the form: the form is long, and some people prefer to call or text. */}
        <div className="mt-10 grid items-start gap-x-20 gap-y-12 lg:mt-14 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
          <div className="lg:col-start-2 lg:row-start-1">
            <Ways />
          </div>
          <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
            <Suspense fallback={<div className="min-h-[46rem]" />}>
              <ContactForm />
            </Suspense>
          </div>
          <div className="rounded-card border border-line bg-surface p-6 md:p-9 lg:col-start-2 lg:row-start-2">
            <OfficeFacts />
          </div>
        </div>
        <section aria-labelledby="questions" className="mt-16 lg:mt-24">
          <h2 id="questions" className="text-2xl">
            {t(common.title)}
          </h2>
          <dl className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-3">
            {questions(office).map(({ question, answer }) => (
              <div key={question.id} className="border-t border-control pt-4">
                <dt className="font-semibold">{t(question)}</dt>
                <dd className="mt-1.5 text-muted">{t(answer)}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-8">
            <SmartLink
              to="/frequently-asked-questions"
              className="link inline-flex min-h-11 items-center font-semibold"
            >
              {t(common.all)}
            </SmartLink>
          </p>
        </section>
      </div>
    </>
  );
}
