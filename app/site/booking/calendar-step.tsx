import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { business } from '#app/business.ts';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { formatUsPhone } from '#domain/booking/us-phone.ts';
import { dayInWords, timeInWords } from '#domain/calendar/words.ts';
import { zonedClock } from '#domain/calendar/zoned.ts';
import { FormVerdict } from '../form-verdict.tsx';
import { OfficeFacts } from '../office-facts.tsx';
import { CalendarFrame } from './calendar-frame.tsx';
import type { KeptTime } from './kept.ts';
import { saved } from './messages.ts';
import type { Booking } from './use-booking.ts';

export interface CalendarStepProps {
  booking: Booking;
  onChosen: () => void;
  onBack: () => void;
}

/** The calendar, and beside it whom and what it is about. Once a time is chosen it says so first. */
export function CalendarStep({ booking, onChosen, onBack }: CalendarStepProps) {
  const top = useRef<HTMLDivElement>(null);
  // After a reload the frame would offer times again to whoever has one.
  const [chosenBefore] = useState(booking.chosen !== undefined);

  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className="mt-8 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div ref={top} tabIndex={-1} className="min-w-0 scroll-mt-24 outline-none">
        {/* There before it says something new: only then is it read out by every screen reader. */}
        <div role="status">
          {booking.chosen ? (
            <Chosen chosen={booking.chosen} email={booking.email} again={chosenBefore} />
          ) : (
            <Waiting />
          )}
        </div>
        {!chosenBefore && (
          <div className="mt-4 max-md:-mx-2">
            <CalendarFrame person={booking} onScheduled={onChosen} />
          </div>
        )}
        <Button
          variant="quiet"
          icon={<ArrowLeft size={20} aria-hidden />}
          onPress={onBack}
          className="mt-3 -ml-3"
        >
          Back to form
        </Button>
      </div>
      <aside className="grid gap-6 rounded-card border border-line bg-surface p-6">
        <YourDetails booking={booking} />
        <div className="border-t border-line pt-6">
          <OfficeFacts />
        </div>
      </aside>
    </div>
  );
}

function Waiting() {
  return <FormVerdict kind="success">{saved}</FormVerdict>;
}

/** What the calendar in the frame says too; after a reload there is only this. */
function Chosen({ chosen, email, again }: { chosen: KeptTime | true; email: string | null; again: boolean }) {
  return (
    <FormVerdict kind="success">
      <p className="font-display text-xl">You are booked</p>
      {chosen !== true && <p className="figures mt-1">{whenInWords(chosen)}</p>}
      <p className="mt-1 font-normal">{whatIsWritten(chosen, email)}</p>
      {again && chosen !== true && (
        <LinkButton
          to={`/calendar#ticket=${encodeURIComponent(chosen.ticket)}`}
          variant="secondary"
          className="mt-4"
        >
          See, change or cancel it
        </LinkButton>
      )}
    </FormVerdict>
  );
}

function whenInWords(chosen: KeptTime): string {
  const { timeZone, contact } = business;
  const start = Date.parse(chosen.start);
  const day = dayInWords(zonedClock(timeZone).dayOf(start));
  return `${day}, ${timeInWords(start, timeZone)} in ${contact.address.city}`;
}

function whatIsWritten(chosen: KeptTime | true, email: string | null): string {
  if (email === null) return 'You gave no email, so please write the time down.';
  return chosen === true
    ? `The calendar service writes to ${email}, with the time and how to change it.`
    : `The confirmation is on its way to ${email}.`;
}

function YourDetails({ booking }: { booking: Booking }) {
  const details: [string, string][] = [
    ['Name', booking.name],
    ['Phone', formatUsPhone(booking.phone)],
    ['Email', booking.email ?? 'Not provided'],
  ];
  return (
    <section aria-labelledby="your-details">
      <h2 id="your-details" className="text-lg">
        Your details
      </h2>
      <dl className="mt-3 grid gap-3">
        {details.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="figures break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
