import { type FormEvent, useEffect, useRef, useState } from 'react';
import { business } from '#app/business.ts';
import { formDraft } from '#app/shared/drafts/form-draft.ts';
import { QuoteNoteLine, useQuoteNote } from '#app/shared/forms/quote-note-line.tsx';
import { SubmitButton } from '#app/shared/forms/submit-button.tsx';
import { captchaFailed, submitError } from '#app/shared/forms/submit-error.ts';
import { useFormDraft } from '#app/shared/forms/use-form-draft.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { FormResult } from '#app/ui/feedback/form-result.tsx';
import type { BookedTime } from '#contract/calendar.ts';
import { type BookingPerson, bookingPerson, emptyBooking } from '#domain/booking/fields.ts';
import { dayOfMoment, formatTime } from '../picker/times.ts';
import { PersonFields, usePersonForm } from './person-fields.tsx';
import type { SaveAppointment } from './save-appointment.ts';
import { type Booking, manageLink, storedBooking, useBooking } from './use-booking.ts';

/** Loaded before anything is saved, so that a failed download can't leave a visitor between the steps. */
export const loadCalendarStep = () => import('./calendar-step.tsx');

const draft = formDraft('nutmeg.booking-draft', emptyBooking);

/** The first step of a booking. Nothing typed is lost if the appointment can't be saved, or the page is left. */
export function BookingForm() {
  const { saved } = useBooking();
  const form = usePersonForm();
  const busy = form.formState.isSubmitting;
  const quote = useQuoteNote();
  const [problem, setProblem] = useState<string | null>(null);
  const result = useRef<HTMLDivElement>(null);
  // One for all attempts: it remembers which appointment may have arrived although its answer was lost.
  const saveAppointment = useRef<SaveAppointment>(null);

  useFormDraft({ form, draft });

  useEffect(() => {
    if (problem !== null) result.current?.focus();
  }, [problem]);

  const send = form.handleSubmit(async (answers) => {
    const outcome = await save(bookingPerson(answers));
    if (typeof outcome === 'string') {
      setProblem(outcome);
      return;
    }
    draft.clear();
    saved(outcome);
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (busy) return;
    setProblem(null);
    void send();
  }

  /** The saved booking, or an error message for the visitor. */
  async function save(person: BookingPerson): Promise<Booking | string> {
    try {
      const [{ createAppointmentSender }] = await Promise.all([
        import('./save-appointment.ts'),
        loadCalendarStep(),
      ]);
      saveAppointment.current ??= createAppointmentSender();
      const written = await saveAppointment.current(person, quote.note);
      return written === null ? captchaFailed : { ...person, ...written };
    } catch (error) {
      return submitError(error, 'Failed to submit appointment request. Please try again.');
    }
  }

  return (
    // post: if the form is sent before its script loads, no name may end up in the address.
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <EarlierBooking />
      <PersonFields control={form.control} isReadOnly={busy} />
      <QuoteNoteLine note={quote.note} onRemove={quote.remove} />
      {problem !== null && (
        <FormResult ref={result} kind="danger">
          {problem}
        </FormResult>
      )}
      <SubmitButton size="large" busy={busy} className="w-full sm:w-auto sm:self-start">
        {busy ? 'Processing...' : 'Choose a time'}
      </SubmitButton>
      <p className="text-sm text-muted">
        Next, you choose a time. Prefer to talk?{' '}
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

/** Shows an appointment that was booked in this tab, for visitors who come back to the form. */
function EarlierBooking() {
  const [booked, setBooked] = useState<BookedTime | null>(null);
  // After the page loads: the prerendered page can't read the storage.
  useEffect(() => setBooked(storedBooking.read()), []);
  if (booked === null || Date.parse(booked.end) <= Date.now()) return null;
  const start = Date.parse(booked.start);
  return (
    <Banner
      kind="success"
      title="You have an appointment"
      actions={
        <LinkButton to={manageLink(booked)} variant="secondary">
          View, change, or cancel it
        </LinkButton>
      }
    >
      <p className="figures">
        {dayOfMoment(start)}, {formatTime(start, business.timeZone).office} in {business.contact.address.city}
      </p>
      <p>Use the form below to book another one.</p>
    </Banner>
  );
}
