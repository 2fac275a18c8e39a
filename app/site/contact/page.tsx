import { Mail, MessageSquare, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { business } from '#app/business.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { SmartLink } from '#app/ui/smart-link.tsx';
import { PlatformIcon } from '../brand-icons.tsx';
import { clock, span } from '../facts.ts';
import { pageMeta } from '../meta.ts';
import { OfficeFacts } from '../office-facts.tsx';

const { contact, messengers, hours, service } = business;

export const meta = () =>
  pageMeta({
    title: 'Contact',
    description: `Call, text or write to us. A person answers between ${clock(hours.open)} and ${clock(hours.close)}.`,
    path: '/contact-us',
  });

const ways: { label: string; detail: string; to: string; icon: ReactNode }[] = [
  {
    label: 'Call',
    detail: contact.phone.display,
    to: `tel:${contact.phone.e164}`,
    icon: <Phone size={24} strokeWidth={1.5} aria-hidden />,
  },
  {
    label: 'Text',
    detail: contact.text.display,
    to: `sms:${contact.text.e164}`,
    icon: <MessageSquare size={24} strokeWidth={1.5} aria-hidden />,
  },
  {
    label: 'E-mail',
    detail: contact.email,
    to: `mailto:${contact.email}`,
    icon: <Mail size={24} strokeWidth={1.5} aria-hidden />,
  },
  ...messengers.map(({ platform, label, url }) => ({
    label,
    detail: 'Write us a message',
    to: url,
    icon: <PlatformIcon platform={platform} />,
  })),
];

const questions = [
  {
    question: 'How long does a return take?',
    answer: `Usually ${span(service.personalReturnDays)} business days once we have your papers; business returns ${span(service.businessReturnDays)}.`,
  },
  {
    question: 'When does my refund come?',
    answer: `Typically within ${service.refundDaysEfiled} days of e-filing. On paper it takes ${span(service.refundWeeksPaper)} weeks.`,
  },
  {
    question: 'I moved to another state. Can you still do it?',
    answer: `Yes. We file in all ${service.states} states, and state filing is in the price.`,
  },
];

export default function Contact() {
  return (
    <div className="page pt-12 pb-16 lg:pt-20 lg:pb-28">
      <PageHeading lead="Say it the way you like best. Please send papers through your account, never by e-mail or messenger.">
        Talk to a person
      </PageHeading>
      <div className="mt-10 grid items-start gap-x-20 gap-y-14 lg:mt-14 lg:grid-cols-[1.3fr_1fr]">
        <ul className="border-t border-line">
          {ways.map((way) => (
            <li key={way.label} className="border-b border-line">
              <SmartLink
                to={way.to}
                className="flex min-h-20 items-center gap-5 rounded-control px-2 transition-colors duration-150 hover:bg-action-soft"
              >
                <span className="text-action">{way.icon}</span>
                <span className="min-w-0">
                  <span className="block font-display text-lg leading-tight">{way.label}</span>
                  <span className="figures break-words text-muted">{way.detail}</span>
                </span>
              </SmartLink>
            </li>
          ))}
        </ul>
        <div className="rounded-card border border-line bg-surface p-6 md:p-9">
          <OfficeFacts />
        </div>
      </div>
      <section aria-labelledby="questions" className="mt-16 lg:mt-24">
        <h2 id="questions" className="text-2xl">
          Asked most often
        </h2>
        <dl className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-3">
          {questions.map(({ question, answer }) => (
            <div key={question} className="border-t border-control pt-4">
              <dt className="font-semibold">{question}</dt>
              <dd className="mt-1.5 text-muted">{answer}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-8">
          <SmartLink
            to="/frequently-asked-questions"
            className="link inline-flex min-h-11 items-center font-semibold"
          >
            All questions and answers
          </SmartLink>
        </p>
      </section>
    </div>
  );
}
