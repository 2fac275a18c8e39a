import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useRef, useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { addressLines } from '#app/shared/facts.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { FormResult } from '#app/ui/feedback/form-result.tsx';
import type { BookedTime } from '#contract/calendar.ts';
import { type BookingAnswers, type BookingPerson, bookingPerson } from '#domain/booking/fields.ts';
import { formatPhoneWithCountry } from '#domain/contact/phone.ts';
import { PersonFields, usePersonForm } from '../person-fields.tsx';
import { bookTime, isRefusal } from './calendar-api.ts';
import { TimeBar, TimePicker } from './time-picker.tsx';
import { showProblem, useTimeForm } from './use-time-form.ts';

interface ChooseTimeProps {
  /** The request that has saved the appointment. Without one, the form asks who the appointment is for. */
  saved?: string;
  /** The visitor's details; '' if unknown. */
  visitor: BookingAnswers;
  /** The heading's level: 2 where the page has its own h1. */
  level?: 1 | 2;
  onBooked: (booked: BookedTime, appointment: BookingPerson & { request: string }) => void;
}

/** Books a time. Nothing chosen or typed is lost if somebody else has just taken it. */
export function ChooseTime({ saved, visitor, level = 1, onBooked }: ChooseTimeProps) {
  const office = useOffice();
  const { t } = useLingui();
  const language = useLanguage();
  const { free, start, setStart, busy, problem, send } = useTimeForm();
  const form = usePersonForm({ ...visitor, phone: formatPhoneWithCountry(visitor.phone) });
  const [{ request, isSaved }, setAppointment] = useState(() =>
    saved === undefined ? newAppointment() : { request: saved, isSaved: true },
  );
  const isSending = useRef(false);
  const Heading = `h${level}` as const;

  async function book(start: string, person: BookingPerson): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    const refusal = await send(async () => {
      onBooked(await bookTime({ request, isSaved, person, language }, start), { request, ...person });
    });
    isSending.current = false;
    // The saved appointment is gone, or was saved too long ago. The fields below make a new one.
    const isGone = isRefusal(refusal, 'captcha_failed') || isRefusal(refusal, 'over');
    if (isSaved && isGone) setAppointment(newAppointment());
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (busy || start === null) return;
    void form.handleSubmit((answers) => book(start, bookingPerson(answers)))();
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div>
        <Heading className={level === 1 ? 'text-2xl' : 'text-xl'}>{t`Choose a time`}</Heading>
        {level === 1 && (
          <p className="mt-1 text-muted">
            <Trans>
              It takes about {{ minutes: office.calendar.slotMinutes }} minutes, at{' '}
              {{ address: addressLines(office).join(', ') }}.
            </Trans>
          </p>
        )}
      </div>
      <FormResult ref={showProblem} kind="danger">
        {problem}
      </FormResult>
      <TimePicker free={free} value={start} onChange={setStart} />
      {!isSaved && (
        <fieldset className="flex max-w-xl flex-col gap-5 border-t border-line pt-6">
          <legend className="sr-only">{t`Your details`}</legend>
          <h2 className="text-xl">{t`Your details`}</h2>
          <PersonFields control={form.control} isReadOnly={busy} />
        </fieldset>
      )}
      <TimeBar start={start} sticky={isSaved}>
        <Button type="submit" busy={busy} isDisabled={start === null}>
          {busy ? t`Booking...` : t`Book this time`}
        </Button>
      </TimeBar>
    </form>
  );
}

const newAppointment = () => ({ request: crypto.randomUUID() as string, isSaved: false });
