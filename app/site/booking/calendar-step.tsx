import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { showPhone } from '#domain/phone.ts';
import { FormVerdict } from '../form-verdict.tsx';
import { OfficeFacts } from '../office-facts.tsx';
import { CalendarFrame } from './calendar-frame.tsx';
import { ChosenTime } from './chosen-time.tsx';
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
      onChosen={(another) => {
        chosen(booking);
        // What still waits is for the office to settle: it has no time, and must not look as if it had one.
        if (!another) void confirmBooking(booking);
      }}
      onBack={goBack}
    />
  );
}

interface CalendarProps {
  booking: Booking;
  onChosen: (another: boolean) => void;
  onBack: () => void;
}

function Calendar({ booking, onChosen, onBack }: CalendarProps) {
  const top = useRef<HTMLDivElement>(null);
  // After a reload the frame would offer times again to whoever has one.
  const [chosenBefore] = useState(booking.chosen !== undefined);

  // On a phone the whole frame, with its button, then lies above the bottom bar.
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className="mt-8 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div ref={top} tabIndex={-1} className="min-w-0 outline-none max-lg:-scroll-mt-16">
        {/* There before it says something new: only then is it read out by every screen reader. */}
        <div role="status">
          {booking.chosen ? (
            <ChosenTime chosen={booking.chosen} email={booking.email} again={chosenBefore} />
          ) : (
            <Waiting />
          )}
        </div>
        {!chosenBefore && (
          <div className="mt-4 max-md:-mx-2">
            <CalendarFrame booking={booking} onScheduled={onChosen} />
          </div>
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

function Waiting() {
  return <FormVerdict kind="success">{saved}</FormVerdict>;
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
