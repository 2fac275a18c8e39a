import { Phone } from 'lucide-react';
import { business } from '#app/business.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { DocumentList } from '../document-list.tsx';
import { DeskAndLamp } from '../drawings/desk-and-lamp.tsx';
import { clock, openDays } from '../facts.ts';
import { pageMeta } from '../meta.ts';
import { OfficeFacts } from '../office-facts.tsx';

const { contact, hours, calendar } = business;

export const meta = () =>
  pageMeta({
    title: 'Book an appointment',
    description: `Meet your preparer. ${openDays()}, ${clock(hours.open)} to ${clock(hours.close)}, by appointment.`,
    path: '/booking',
  });

export default function Booking() {
  return (
    <>
      <div className="page grid items-start gap-x-20 gap-y-12 pt-12 pb-16 lg:grid-cols-[1.3fr_1fr] lg:pt-20 lg:pb-24">
        <div>
          <PageHeading
            lead={`Call or text us with two times that suit you. An appointment takes about ${calendar.slotMinutes} minutes; you leave knowing the next step.`}
          >
            Book an appointment
          </PageHeading>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            <LinkButton
              to={`tel:${contact.phone.e164}`}
              size="large"
              icon={<Phone size={20} aria-hidden />}
              className="figures"
            >
              Call {contact.phone.display}
            </LinkButton>
            <LinkButton to={`sms:${contact.text.e164}`} size="large" variant="secondary">
              Send a text
            </LinkButton>
          </div>
          <DeskAndLamp className="mt-14 hidden w-full max-w-[28rem] text-action lg:block" />
        </div>
        <div className="rounded-card border border-line bg-surface p-6 md:p-9">
          <OfficeFacts />
          <ul className="mt-6 flex flex-col gap-2 border-t border-line pt-6 text-sm text-muted">
            {contact.address.directions.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      </div>
      <section aria-labelledby="bring" className="bg-sunken">
        <div className="page py-16 lg:py-24">
          <h2 id="bring" className="mb-6 text-2xl">
            What to Bring
          </h2>
          <DocumentList />
        </div>
      </section>
    </>
  );
}
