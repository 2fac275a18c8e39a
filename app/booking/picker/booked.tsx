import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { Link } from '#app/shared/language/links.tsx';
import type { BookedTime } from '#contract/calendar.ts';
import { msg } from '#domain/language/message.ts';
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
  const { t } = useLingui();
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  const Heading = `h${level}` as const;
  return (
    <div className="flex max-w-text flex-col gap-5">
      <div>
        <Heading ref={heading} tabIndex={-1} className="flex items-center gap-3 text-2xl">
          <CircleCheck size={30} aria-hidden className="shrink-0 text-success" />
          <Trans>You’re booked</Trans>
        </Heading>
        <p className="mt-2 break-words">{t(mailPromise(email, Date.parse(booked.start), Date.now()))}</p>
      </div>
      <AppointmentSummary booked={booked} />
      <AddToCalendar booked={booked} />
      <p className="border-t border-line pt-4 text-muted">
        {email === '' ? (
          <Trans>
            Something came up?{' '}
            <Link to={manageLink(booked)} className="link">
              Change or cancel your appointment
            </Link>
            .
          </Trans>
        ) : (
          <Trans>
            Something came up?{' '}
            <Link to={manageLink(booked)} className="link">
              Change or cancel your appointment
            </Link>
            . The email has the same link.
          </Trans>
        )}
      </p>
    </div>
  );
}

/**
 * The emails that a visitor can expect after booking. Times are milliseconds since 1970. There is no reminder for
 * an appointment within a day (nutmeg.remind_of_appointments).
 */
export function mailPromise(email: string, start: number, now: number): MessageDescriptor {
  if (email === '')
    return msg`We don’t have your email, so please write down the time or add it to your calendar.`;
  return start - now > DAY_MS
    ? msg`We sent a confirmation to ${{ email }}, and we’ll remind you the day before.`
    : msg`We sent a confirmation to ${{ email }}.`;
}
