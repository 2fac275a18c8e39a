import { useLingui } from '@lingui/react/macro';
import { Mail, MessageSquare, Phone } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { WithoutScript } from '#app/shared/browser/without-script.tsx';
import { PlatformIcon } from '#app/shared/drawings/brand-icons.tsx';
import { formatRange } from '#app/shared/facts.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { OfficeFacts } from '#app/shared/office-facts.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

const questions = ({ prices, service }: Office) => [
  {
    question: msg`How long does a return take?`,
    answer: msg`Usually ${{ days: formatRange(service.personalReturnDays) }} business days once we have your documents. Business returns take ${{ businessDays: formatRange(service.businessReturnDays) }}.`,
  },
  {
    question: msg`When will I get my refund?`,
    answer: msg`Usually within ${{ days: service.refundDaysEfiled }} days of e-filing. A paper return takes ${{ weeks: formatRange(service.refundWeeksPaper) }} weeks.`,
  },
  {
    question: msg`I moved to another state. Can you still do my taxes?`,
    answer: prices.stateFilingIncluded
      ? msg`Yes. We file in all ${{ states: service.states }} states, and state filing is included in the price.`
      : msg`Yes. We file in all ${{ states: service.states }} states.`,
  },
];

export const meta = pageMeta(({ office: { hours } }, _, { formats: { clock } }) => ({
  title: msg`Contact`,
  description: msg`Call, text, or write to us. A real person answers between ${{ open: clock(hours.open) }} and ${{ close: clock(hours.close) }}.`,
  path: '/contact-us',
}));

/**
 * The form's script is a quarter of the size of a public page, so it loads after the page's own. The form is in the
 * server's HTML, and text typed before hydration is kept.
 */
const ContactForm = lazy(async () => ({ default: (await import('./contact-form.tsx')).ContactForm }));

export default function Contact() {
  const office = useOffice();
  const { t } = useLingui();
  return (
    <>
      <WithoutScript />
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-28">
        <PageHeading
          lead={t`Choose the way you like best. Please send documents through your account, never by email or chat.`}
        >
          {t`Talk to a person`}
        </PageHeading>
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
            {t`Common questions`}
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
              {t`See all questions and answers`}
            </SmartLink>
          </p>
        </section>
      </div>
    </>
  );
}

const ways = ({ contact, messengers }: Office, t: Translate) => [
  {
    label: t(msg`Call`),
    detail: contact.phone.display,
    to: `tel:${contact.phone.e164}`,
    icon: <Phone size={24} strokeWidth={1.5} aria-hidden />,
  },
  {
    label: t(msg({ message: 'Text', context: 'send a text message' })),
    detail: contact.text.display,
    to: `sms:${contact.text.e164}`,
    icon: <MessageSquare size={24} strokeWidth={1.5} aria-hidden />,
  },
  ...messengers.map(({ platform, label, url }) => ({
    label,
    detail: t(msg`Write us a message`),
    to: url,
    icon: <PlatformIcon platform={platform} />,
  })),
  {
    label: t(msg`Email`),
    detail: contact.email,
    to: `mailto:${contact.email}`,
    icon: <Mail size={24} strokeWidth={1.5} aria-hidden />,
  },
];

/** How to reach the office without a form. */
function Ways() {
  const office = useOffice();
  const { t } = useLingui();
  return (
    <ul className="border-t border-line">
      {ways(office, t).map((way) => (
        <li key={way.label} className="border-b border-line">
          <SmartLink
            to={way.to}
            className="flex min-h-16 items-center gap-4 rounded-control px-2 py-2 transition-colors duration-150 hover:bg-action-soft"
          >
            <span className="shrink-0 text-action">{way.icon}</span>
            <span className="min-w-0">
              <span className="block leading-snug font-semibold">{way.label}</span>
              <span className="figures block text-sm break-words text-muted">{way.detail}</span>
            </span>
          </SmartLink>
        </li>
      ))}
    </ul>
  );
}
