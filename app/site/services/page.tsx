import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/language/language.tsx';
import { formatRange } from '#app/shared/facts.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';
import { inWords } from '#domain/language/translate.ts';
import { CallToAction } from '../blocks/call-to-action.tsx';
import { DashList } from '../blocks/dash-list.tsx';
import { NumberedSteps } from '../blocks/numbered-steps.tsx';
import { PageSection } from '../blocks/page-section.tsx';
import { services } from './catalog.ts';

const steps = ({ service }: Office) => [
  {
    title: msg`You send your documents`,
    text: msg`Send photos or PDFs from home, or come in. We’ll tell you if anything is missing.`,
  },
  {
    title: msg`We prepare and ask`,
    text: msg`A personal return usually takes ${{ personalDays: formatRange(service.personalReturnDays) }} business days, a business return ${{ businessDays: formatRange(service.businessReturnDays) }}.`,
  },
  {
    title: msg`You approve, we e-file`,
    text: msg`You read it first. Then it goes to the IRS and your state.`,
  },
];

export const meta = pageMeta(({ office: { state } }) => ({
  title: msg`Tax preparation and business services`,
  description: msg`Personal and business tax returns, planning, bookkeeping, business formation, and digital work, in ${{ state }} and online.`,
  path: '/tax-preparation-services',
}));

export default function Services() {
  const office = useOffice();
  const { t } = useLingui();
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-28">
        <PageHeading
          lead={t`One office for your return, your books, and your business. A person you know does the work and answers the phone.`}
        >
          {t`What we can take off your desk`}
        </PageHeading>
        <ul className="mt-12 grid border-t border-line md:grid-cols-2 lg:mt-16">
          {services(office, useFormats()).map((item) => (
            <li
              key={item.name.id}
              className="border-b border-line py-8 md:odd:border-r md:odd:pr-10 md:even:pl-10"
            >
              <h2 className="text-xl">{t(item.name)}</h2>
              <p className="figures mt-1 font-semibold text-accent">
                <span className="sr-only">{t`Price:`} </span>
                {inWords(item.price, t)}
              </p>
              <p className="mt-2 text-muted">{t(item.summary)}</p>
              <DashList lines={item.includes} className="mt-4" />
              <SmartLink
                to={item.more.to}
                className="link mt-3 inline-flex min-h-11 items-center gap-2 font-semibold"
              >
                {t(item.more.label)}
                <span className="sr-only">: {t(item.name)}</span>
              </SmartLink>
            </li>
          ))}
        </ul>
      </div>
      <PageSection id="process" title={t`How it works`} sunken>
        <NumberedSteps steps={steps(office)} className="gap-8 lg:grid-cols-3 lg:gap-10 [&_h3]:text-lg" />
      </PageSection>
      <CallToAction
        title={t`Not sure which one you need? Send us your documents, and we’ll tell you.`}
        ways={[
          {
            to: '/upload',
            label: t`How to upload`,
            signedIn: { to: '/secured-files', label: t`Upload Now` },
          },
          { to: '/fees', label: t`See the prices` },
        ]}
      />
    </>
  );
}
