import { useEffect, useRef, useState } from 'react';
import { business } from '#app/business.ts';
import { useHistoryState } from '#app/shared/browser/use-history-state.ts';
import { WithoutScript } from '#app/shared/browser/without-script.tsx';
import { formatClock, openDays } from '#app/shared/facts.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { DocumentList } from '#app/site/blocks/document-list.tsx';
import { OfficeFacts } from '#app/site/blocks/office-facts.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { hasBooking, hasTime } from './has-booking.ts';
import { LateBookingForm } from './late-booking-form.tsx';
import { LateCalendarStep } from './late-calendar-step.tsx';

const { contact, hours, calendar } = business;

export const meta = () =>
  pageMeta({
    title: 'Book an appointment',
    description: `Meet your preparer. ${openDays()}, ${formatClock(hours.open)} to ${formatClock(hours.close)}, by appointment.`,
    path: '/booking',
  });

export default function BookingPage() {
  const state = useHistoryState();
  const waiting = hasBooking(state);
  const [returned, setReturned] = useState(false);
  return (
    <>
      <WithoutScript />
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-24 print:py-6">
        {waiting ? (
          <>
            <PageHeading>{hasTime(state) ? 'Your appointment' : 'Book an appointment'}</PageHeading>
            <LateCalendarStep onReturn={() => setReturned(true)} />
          </>
        ) : (
          <FormStep returned={returned} />
        )}
      </div>
      <section aria-labelledby="bring" className="bg-sunken">
        <div className="page py-16 lg:py-24 print:py-0">
          <h2 id="bring" className="mb-6 text-2xl">
            What to Bring
          </h2>
          <DocumentList />
        </div>
      </section>
    </>
  );
}

/** `returned`: from the calendar. The button that was pressed is gone, and the focus with it. */
function FormStep({ returned }: { returned: boolean }) {
  const top = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (returned) top.current?.querySelector('h1')?.focus();
  }, [returned]);

  return (
    <div
      ref={top}
      className="grid items-start gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] print:hidden"
    >
      <div className="min-w-0">
        <PageHeading
          lead={`Tell us who you are, then choose a time. An appointment takes about ${calendar.slotMinutes} minutes; you leave knowing the next step.`}
        >
          Book an appointment
        </PageHeading>
        <div className="mt-8 max-w-xl">
          <LateBookingForm />
        </div>
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
  );
}
