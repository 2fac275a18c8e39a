import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { asRecord } from '#app/shared/drafts/stored-value.ts';
import { OfficeFacts } from '#app/shared/office-facts.tsx';
import { useSite } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { FormResult } from '#app/ui/feedback/form-result.tsx';
import type { BookedTime } from '#contract/calendar.ts';
import type { BookingPerson } from '#domain/booking/fields.ts';
import { showPhone } from '#domain/contact/phone.ts';
import { msg } from '#domain/language/message.ts';
import { Booked } from '../picker/booked.tsx';
import { confirmElsewhere } from '../picker/calendar-api.ts';
import { ChooseTime } from '../picker/choose-time.tsx';
import { PLACEHOLDER_EMAIL } from '../picker/prefill.ts';
import { type Booking, bookedTime, useBooking } from './use-booking.ts';

interface CalendarStepProps {
  booking: Booking;
  /** The visitor goes back to the form. */
  onReturn: () => void;
}

/** The second step of a booking: the calendar, and beside it the visitor's details. */
export function CalendarStep({ booking, onReturn }: CalendarStepProps) {
  const { chosen, reset } = useBooking();
  const booked = bookedTime(booking);
  const top = useRef<HTMLDivElement>(null);

  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className="mt-8 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div ref={top} tabIndex={-1} className="min-w-0 outline-none max-lg:-scroll-mt-16">
        {booked ? (
          <Booked booked={booked} email={booking.email} level={2} />
        ) : (
          <Calendar booking={booking} onChosen={chosen} />
        )}
        <Button
          variant="quiet"
          icon={<ArrowLeft size={20} aria-hidden />}
          onPress={() => {
            onReturn();
            reset();
          }}
          className="mt-3 -ml-3"
        >
          <Trans>Back to form</Trans>
        </Button>
      </div>
      <aside className="grid gap-6 rounded-card border border-line bg-surface p-6">
        <VisitorDetails booking={booking} />
        <div className="border-t border-line pt-6">
          <OfficeFacts />
        </div>
      </aside>
    </div>
  );
}

interface CalendarProps {
  booking: Booking;
  onChosen: (booked: BookedTime | null, booking: Booking) => void;
}

/**
 * The built-in calendar, or an external one, which shows the confirmation in its frame and doesn't report the time.
 */
function Calendar({ booking, onChosen }: CalendarProps) {
  const { calendarUrl } = useSite();
  const { t } = useLingui();
  const language = useLanguage();
  // After a reload, an outside calendar would offer times again to a visitor who already has one.
  const [wasChosenBefore] = useState(booking.chosen !== undefined);
  const { request, name, phone, email } = booking;

  function confirm(): void {
    onChosen(null, booking);
    void confirmElsewhere({ request, isSaved: true, person: { name, phone, email }, language });
  }

  return (
    <>
      {/* Present before it has text: only then do all screen readers announce it. */}
      <div role="status">
        <FormResult kind="success">
          {booking.chosen
            ? t(chosenElsewhere(email))
            : t`Thank you! Please select your preferred appointment time using the calendar below.`}
        </FormResult>
      </div>
      {!wasChosenBefore && (
        <div className="mt-4 max-md:-mx-2">
          {calendarUrl === null ? (
            <section
              aria-label={t`Calendar: choose your appointment time`}
              className="rounded-card border border-line bg-surface px-4 pt-5 [--time-bar-bottom:var(--bottom-bar)]"
            >
              <ChooseTime
                saved={request}
                visitor={{ name, phone, email: email ?? '' }}
                level={2}
                onBooked={onChosen}
              />
            </section>
          ) : (
            <SchedulerFrame calendarUrl={calendarUrl} person={booking} onScheduled={confirm} />
          )}
        </div>
      )}
    </>
  );
}

function chosenElsewhere(email: string | null): MessageDescriptor {
  return email === null
    ? msg`You’re booked. We don’t have your email, so please write down the time.`
    : msg`You’re booked. The calendar service will email the details to ${{ email }}, including how to change the time.`;
}

interface SchedulerFrameProps {
  /** CALENDAR_URL. */
  calendarUrl: string;
  person: BookingPerson;
  /** Called once. The scheduler doesn't tell us which time was chosen. */
  onScheduled: () => void;
}

/** An outside scheduler in a frame. */
function SchedulerFrame({ calendarUrl, person, onScheduled }: SchedulerFrameProps) {
  const { t } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  const isDone = useRef(false);
  const address = schedulerAddress(calendarUrl, person, location.host);
  const receive = useEffectEvent((message: MessageEvent) => {
    const scheduler = { origin: new URL(address).origin, window: frame.current?.contentWindow };
    if (isDone.current || !isScheduledMessage(message, scheduler)) return;
    isDone.current = true;
    onScheduled();
  });

  useEffect(() => {
    const onMessage = (message: MessageEvent) => receive(message);
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);

  return (
    <iframe
      ref={frame}
      src={address}
      title={t`Calendar: choose your appointment time`}
      className="block h-[600px] w-full rounded-card border border-line bg-surface"
    />
  );
}

/** The address of an outside scheduler (CALENDAR_URL), with the visitor's details filled in. `host`: our own. */
export function schedulerAddress(calendarUrl: string, person: BookingPerson, host: string): string {
  const address = new URL(calendarUrl);
  const params = {
    name: person.name,
    email: person.email ?? PLACEHOLDER_EMAIL,
    a1: person.phone,
    // Without these two, Calendly shows a page that posts no messages to the page around it.
    embed_domain: host,
    embed_type: 'Inline',
  };
  for (const [key, value] of Object.entries(params)) address.searchParams.set(key, value);
  return address.href;
}

interface ReceivedMessage {
  origin: string;
  source: unknown;
  data: unknown;
}

/**
 * Whether the message says that a time was chosen. Any page with a reference to our window can post messages, so only
 * one from the scheduler's origin and from its own frame counts.
 */
export function isScheduledMessage(
  { origin, source, data }: ReceivedMessage,
  scheduler: { origin: string; window: unknown },
): boolean {
  if (origin !== scheduler.origin || !scheduler.window || source !== scheduler.window) return false;
  return asRecord(data)?.event === 'calendly.event_scheduled';
}

function VisitorDetails({ booking }: { booking: Booking }) {
  const { t } = useLingui();
  const details: [string, string][] = [
    [t`Name`, booking.name],
    [t`Phone`, showPhone(booking.phone, t)],
    [t`Email`, booking.email ?? t`Not provided`],
  ];
  return (
    <section aria-labelledby="your-details">
      <h2 id="your-details" className="text-lg">
        <Trans>Your details</Trans>
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
