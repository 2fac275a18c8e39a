import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { BookedTime } from '#contract/calendar.ts';
import { manageLink } from '../form/use-booking.ts';
import { AddToCalendar } from './add-to-calendar.tsx';
import { AppointmentSummary } from './appointment-summary.tsx';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface BookedProps {
  booked: BookedTime;
  /** Empty if none was given. */
  email: string;
  /** The heading's level: 2 where the page has its own h1. */
  level?: 1 | 2;
}

/** The confirmation on the page. */
export function Booked({ booked, email, level = 1 }: BookedProps) {
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  const Heading = `h${level}` as const;
  return (
    <div className="flex max-w-text flex-col gap-5">
      <div>
        <Heading ref={heading} tabIndex={-1} className="flex items-center gap-3 text-2xl">
          <CircleCheck size={30} aria-hidden className="shrink-0 text-success" />
          You are booked
        </Heading>
        <p className="mt-2 break-words">{mailPromise(email, Date.parse(booked.start), Date.now())}</p>
      </div>
      <AppointmentSummary booked={booked} />
      <AddToCalendar booked={booked} />
      <p className="border-t border-line pt-4 text-muted">
        Something came up?{' '}
        <Link to={manageLink(booked)} className="link">
          Change or cancel the appointment
        </Link>
        {email !== '' && '. The email has the same link'}.
      </p>
    </div>
  );
}

/**
 * The emails that a visitor can expect after booking. Times are milliseconds since 1970. There is no reminder for
 * an appointment within a day (nutmeg.remind_of_appointments).
 */
export function mailPromise(email: string, start: number, now: number): string {
  if (email === '')
    return 'We don’t have your email, so please write the time down or add it to your calendar.';
  const sent = `We have sent the confirmation to ${email}`;
  return start - now > DAY_MS ? `${sent}, and remind you the day before.` : `${sent}.`;
}
