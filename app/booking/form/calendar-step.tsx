import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FormVerdict } from '#app/site/blocks/form-verdict.tsx';
import { OfficeFacts } from '#app/site/blocks/office-facts.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { Booked } from '../picker/booked.tsx';
import { CalendarFrame, type CalendarFrameProps } from './calendar-frame.tsx';
import { saved } from './messages.ts';
import { confirmBooking } from './send.ts';
import { type Booking, useBooking } from './use-booking.ts';

export interface CalendarStepProps {
  /** Back at the form. */
  onReturn: () => void;
}

/** The calendar, and beside it whom and what it is about. Once a time is chosen it says so first. */
export function CalendarStep({ onReturn }: CalendarStepProps) {
  const { booking, chosen, reset } = useBooking();

  function goBack(): void {
    onReturn();
    reset();
  }

  // Left by another version of the page, which this one can't read.
  if (booking === null) return <BackToForm onBack={goBack} />;
  return (
    <Calendar
      booking={booking}
      onChosen={({ booked, another }) => {
        chosen(booking, booked);
        // What still waits is for the office to settle: it has no time, and must not look as if it had one.
        if (!another) void confirmBooking(booking);
      }}
      onBack={goBack}
    />
  );
}

interface CalendarProps {
  booking: Booking;
  onChosen: CalendarFrameProps['onScheduled'];
  onBack: () => void;
}

function Calendar({ booking, onChosen, onBack }: CalendarProps) {
  const top = useRef<HTMLDivElement>(null);

  // On a phone the whole frame, with its button, then lies above the bottom bar.
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className="mt-8 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div ref={top} tabIndex={-1} className="min-w-0 outline-none max-lg:-scroll-mt-16">
        {booking.chosen && booking.chosen !== true ? (
          // In the page, not in the frame: in the frame it would not fit on a phone, and a reload would lose it.
          <Booked booked={booking.chosen} email={booking.email ?? ''} level={2} />
        ) : (
          <Choosing booking={booking} onChosen={onChosen} />
        )}
        <BackToForm onBack={onBack} />
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

/** Our own calendar, or another provider's, which doesn't report the time and confirms it in its frame. */
function Choosing({ booking, onChosen }: Pick<CalendarProps, 'booking' | 'onChosen'>) {
  // After a reload, the frame would offer times again to a visitor who already has one.
  const [chosenBefore] = useState(booking.chosen !== undefined);
  return (
    <>
      {/* Present before it has text: only then do all screen readers announce it. */}
      <div role="status">
        <FormVerdict kind="success">{booking.chosen ? chosenElsewhere(booking.email) : saved}</FormVerdict>
      </div>
      {!chosenBefore && (
        <div className="mt-4 max-md:-mx-2">
          <CalendarFrame booking={booking} onScheduled={onChosen} />
        </div>
      )}
    </>
  );
}

function chosenElsewhere(email: string | null): string {
  return email === null
    ? 'Your time is booked. You gave no email, so please write the time down.'
    : `Your time is booked. The calendar service will email ${email} with the time and how to change it.`;
}

function BackToForm({ onBack }: { onBack: () => void }) {
  return (
    <Button
      variant="quiet"
      icon={<ArrowLeft size={20} aria-hidden />}
      onPress={onBack}
      className="mt-3 -ml-3"
    >
      Back to form
    </Button>
  );
}

function YourDetails({ booking }: { booking: Booking }) {
  const details: [string, string][] = [
    ['Name', booking.name],
    ['Phone', showPhone(booking.phone)],
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
