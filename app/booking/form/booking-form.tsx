import { type FormEvent, useEffect, useRef, useState } from 'react';
import { business } from '#app/business.ts';
import { useHydrated } from '#app/shared/browser/use-hydrated.ts';
import { captchaFailed, refusalWords } from '#app/site/blocks/form-refusals.ts';
import { FormVerdict } from '#app/site/blocks/form-verdict.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import type { BookingPerson } from '#domain/booking/fields.ts';
import { bookingDraft } from './booking-draft.ts';
import { BookingFields } from './booking-fields.tsx';
import { EarlierBooking } from './earlier-booking.tsx';
import { loadCalendarStep } from './late-calendar-step.tsx';
import { notSaved } from './messages.ts';
import { QuoteLine, useQuoteNote } from './quote-line.tsx';
import type { SendBooking } from './send.ts';
import { type Booking, useBooking } from './use-booking.ts';
import { useBookingDraft } from './use-booking-draft.ts';
import { useBookingForm } from './use-booking-form.ts';

/** Who wants the appointment. Nothing typed is lost when it can't be saved, or when the page is left. */
export function BookingForm() {
  const { saved } = useBooking();
  const box = useRef<HTMLFormElement>(null);
  const form = useBookingForm();
  const quote = useQuoteNote();
  const isReady = useHydrated();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const verdict = useRef<HTMLDivElement>(null);
  // One for all attempts: it knows what may have arrived already.
  const sender = useRef<SendBooking>(null);

  useBookingDraft(form, box);

  useEffect(() => {
    if (problem !== null) verdict.current?.focus();
  }, [problem]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setProblem(null);
    const person = form.take();
    if (person === null) return;
    setBusy(true);
    const result = await save(person);
    setBusy(false);
    if (typeof result === 'string') {
      setProblem(result);
      return;
    }
    bookingDraft.clear();
    saved(result);
  }

  /** The saved booking, or what to tell its person. */
  async function save(person: BookingPerson): Promise<Booking | string> {
    try {
      const [{ createBookingSender }] = await Promise.all([import('./send.ts'), loadCalendarStep()]);
      sender.current ??= createBookingSender();
      const written = await sender.current(person, quote.note);
      return written === null ? captchaFailed : { ...person, ...written };
    } catch (error) {
      return refusalWords(error, notSaved);
    }
  }

  return (
    // post: should it be sent before its script has come, nobody's name must end up in the address.
    <form ref={box} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <EarlierBooking />
      <BookingFields form={form} isReadOnly={busy} />
      <QuoteLine note={quote.note} onRemove={quote.remove} />
      {problem !== null && (
        <FormVerdict ref={verdict} kind="danger">
          {problem}
        </FormVerdict>
      )}
      <Button
        type="submit"
        size="large"
        busy={busy}
        // Before its script has come, sending would lose what was typed.
        isDisabled={!isReady}
        className="w-full sm:w-auto sm:self-start"
      >
        {busy ? 'Processing...' : 'Choose a time'}
      </Button>
      <p className="text-sm text-muted">
        Next you see our free times. Would you rather talk?{' '}
        <SmartLink to={`tel:${business.contact.phone.e164}`} className="link figures whitespace-nowrap">
          Call {business.contact.phone.display}
        </SmartLink>{' '}
        or{' '}
        <SmartLink to={`sms:${business.contact.text.e164}`} className="link whitespace-nowrap">
          send a text
        </SmartLink>
        .
      </p>
    </form>
  );
}
