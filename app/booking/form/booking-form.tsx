import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { failureOf } from '#app/shared/api/error-wording.ts';
import { formDraft } from '#app/shared/drafts/form-draft.ts';
import { QuoteNoteLine, useQuoteNote } from '#app/shared/forms/quote-note-line.tsx';
import { SubmitButton } from '#app/shared/forms/submit-button.tsx';
import { submitError } from '#app/shared/forms/submit-error.ts';
import { useFormDraft } from '#app/shared/forms/use-form-draft.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { FormResult, focusResult } from '#app/ui/feedback/form-result.tsx';
import { calendarErrors } from '#contract/calendar.ts';
import { type BookingPerson, bookingPerson, emptyBooking } from '#domain/booking/fields.ts';
import { msg } from '#domain/language/message.ts';
import { PersonFields, usePersonForm } from '../person-fields.tsx';
import { manageLink } from '../picker/calendar-api.ts';
import { useAppointmentTimes } from '../picker/times.ts';
import { type Booking, useBooking } from './use-booking.ts';

/** Loaded before anything is saved, so that a failed download can't leave a visitor between the steps. */
export const loadCalendarStep = () => import('./calendar-step.tsx');

const draft = formDraft('nutmeg.booking-draft', emptyBooking);

/** The first step of a booking. Nothing typed is lost if the appointment can't be saved, or the page is left. */
export function BookingForm() {
  const office = useOffice();
  const phone = office.contact.phone.display;
  const { t } = useLingui();
  const language = useLanguage();
  const { saved } = useBooking();
  const form = usePersonForm();
  const busy = form.formState.isSubmitting;
  const quote = useQuoteNote();
  const [problem, setProblem] = useState<string | null>(null);
  // All attempts are one request: the first may have arrived although the answer to it was lost. The next one corrects it.
  const [request] = useState(() => crypto.randomUUID() as string);

  useFormDraft({ form, draft });

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
    let api: typeof import('../picker/calendar-api.ts') | undefined;
    try {
      [api] = await Promise.all([import('../picker/calendar-api.ts'), loadCalendarStep()]);
      await api.saveAppointment({ request, isSaved: false, person, language }, quote.note);
      return { request, ...person };
    } catch (error) {
      if (api && Object.hasOwn(calendarErrors, failureOf(error).code))
        return api.calendarErrorMessage(error, t);
      return submitError(error, msg`Failed to submit appointment request. Please try again.`, t);
    }
  }

  return (
    // post: if the form is sent before its script loads, no name may end up in the address.
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <EarlierBooking />
      <PersonFields control={form.control} isReadOnly={busy} />
      <QuoteNoteLine note={quote.shown} onRemove={quote.remove} />
      <FormResult ref={focusResult} kind="danger">
        {problem}
      </FormResult>
      <SubmitButton size="large" busy={busy} className="w-full sm:w-auto sm:self-start">
        {busy ? t`Processing...` : t`Choose a time`}
      </SubmitButton>
      <p className="text-sm text-muted">
        <Trans>
          Next, you’ll choose a time. Want to talk first?{' '}
          <SmartLink to={`tel:${office.contact.phone.e164}`} className="link figures whitespace-nowrap">
            Call {phone}
          </SmartLink>{' '}
          or{' '}
          <SmartLink to={`sms:${office.contact.text.e164}`} className="link whitespace-nowrap">
            send a text
          </SmartLink>
          .
        </Trans>
      </p>
    </form>
  );
}

/** Shows an appointment that was booked in this tab, for visitors who come back to the form. */
function EarlierBooking() {
  const { t } = useLingui();
  const { city, dayOfMoment, officeTime } = useAppointmentTimes();
  const { earlier: booked } = useBooking();
  if (booked === null || Date.parse(booked.end) <= Date.now()) return null;
  const start = Date.parse(booked.start);
  return (
    <Banner
      kind="success"
      title={t`You have an appointment`}
      actions={
        <LinkButton to={manageLink(booked)} variant="secondary">
          <Trans>View, change, or cancel it</Trans>
        </LinkButton>
      }
    >
      <p className="figures">
        <Trans>
          {{ day: dayOfMoment(start) }}, {{ time: officeTime(start) }} in {city}
        </Trans>
      </p>
      <p>{t`Use the form below to book another one.`}</p>
    </Banner>
  );
}
