import { type FormEvent, useRef, useState } from 'react';
import { business } from '#app/business.ts';
import { addressLines } from '#app/shared/facts.ts';
import { FormVerdict } from '#app/site/blocks/form-verdict.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import type { BookedTime } from '#contract/calendar.ts';
import { formatUsPhone } from '#domain/booking/us-phone.ts';
import { BookingFields } from '../form/booking-fields.tsx';
import { storedPass } from '../form/stored-booking.ts';
import { useBookingForm } from '../form/use-booking-form.ts';
import { type Booker, type Spare, takeTime } from './book-time.ts';
import { Booked } from './booked.tsx';
import { refusedAs } from './calendar-wire.ts';
import { tellPage } from './tell-page.ts';
import { TimeBar } from './time-bar.tsx';
import { TimePicker } from './time-picker.tsx';
import { useTimeForm } from './use-time-form.ts';

interface Props {
  framed: boolean;
  /** What the address says of the visitor. */
  known: { name: string; phone: string; email: string };
}

/**
 * A time for the appointment that the page around has saved; or, opened by itself, a time and whom it is for. Nothing
 * chosen or typed is lost when somebody else was faster.
 */
export function ChooseTime({ framed, known }: Props) {
  const { free, start, setStart, busy, problem, verdict, ask } = useTimeForm();
  const form = useBookingForm({ ...known, phone: formatUsPhone(known.phone) });
  const [pass, setPass] = useState(() => (framed ? storedPass.read() : null));
  const [booked, setBooked] = useState<{ time: BookedTime; email: string } | null>(null);
  const spare = useRef<Spare>({ pass: null });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || start === null) return;
    const person = pass === null ? form.take() : null;
    const booker: Booker | null = pass !== null ? { pass, known } : person && { person };
    if (booker === null) return;
    const refusal = await ask(async () => {
      const time = await takeTime(start, booker, spare.current);
      setBooked({ time, email: person ? (person.email ?? '') : known.email });
      if (framed) {
        storedPass.clear();
        tellPage(time);
      }
    });
    // The waiting appointment is gone, or its pass is too old: what is asked below makes a new one.
    if (refusedAs(refusal, 'captcha_failed') || refusedAs(refusal, 'over')) setPass(null);
  }

  if (booked) return <Booked booked={booked.time} email={booked.email} />;
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div>
        <h1 className={framed ? 'text-xl' : 'text-2xl'}>Choose a time</h1>
        {!framed && (
          <p className="mt-1 text-muted">
            It takes about {business.calendar.slotMinutes} minutes, at {addressLines.join(', ')}.
          </p>
        )}
      </div>
      {problem !== null && (
        <FormVerdict ref={verdict} kind="danger">
          {problem}
        </FormVerdict>
      )}
      <TimePicker free={free} value={start} onChange={setStart} />
      {pass === null && (
        <fieldset className="flex max-w-xl flex-col gap-5 border-t border-line pt-6">
          <legend className="sr-only">Who comes</legend>
          <h2 className="text-xl">Who comes</h2>
          <BookingFields form={form} isReadOnly={busy} />
        </fieldset>
      )}
      <TimeBar start={start} sticky={pass !== null}>
        <Button type="submit" busy={busy} isDisabled={start === null}>
          {busy ? 'Booking...' : 'Book this time'}
        </Button>
      </TimeBar>
    </form>
  );
}
