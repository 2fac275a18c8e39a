import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarPlus, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from '#app/language/links.tsx';
import { addressLines } from '#app/shared/facts.ts';
import { useFocusOnArrival } from '#app/shared/focus/use-focus-on-arrival.ts';
import { AddressLines } from '#app/shared/office-facts.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { buttonStyle } from '#app/ui/actions/button-style.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import type { BookedTime } from '#contract/calendar.ts';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { manageLink } from './calendar-api.ts';
import { useAppointmentTimes } from './times.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface BookedProps {
  booked: BookedTime;
  /** Null if none was given. */
  email: string | null;
  /** The heading's level: 2 where the page has its own h1. */
  level?: 1 | 2;
}

/** The confirmation on the page. */
export function Booked({ booked, email, level = 1 }: BookedProps) {
  const { t } = useLingui();
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  const Heading = `h${level}` as const;
  if (booked.status === 'cancelled') {
    return (
      <div className="flex max-w-text flex-col gap-5">
        <Heading ref={heading} tabIndex={-1} className="text-2xl">
          <Trans>This appointment is canceled</Trans>
        </Heading>
        <AppointmentSummary booked={booked} label={t`It was on`} />
        <LinkButton to="/booking" className="self-start">
          <Trans>Book another appointment</Trans>
        </LinkButton>
      </div>
    );
  }
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
        <Trans>
          Something came up?{' '}
          <Link to={manageLink(booked)} className="link">
            Change or cancel your appointment
          </Link>
          .
        </Trans>{' '}
        {email !== null && <Trans>The email has the same link.</Trans>}
      </p>
    </div>
  );
}

/**
 * The emails that a visitor can expect after booking. Times are milliseconds since 1970. There is no reminder for
 * an appointment within a day (nutmeg.remind_of_appointments).
 */
export function mailPromise(email: string | null, start: number, now: number): MessageDescriptor {
  if (email === null)
    return msg`We don’t have your email, so please write down the time or add it to your calendar.`;
  return start - now > DAY_MS
    ? msg`We sent a confirmation to ${{ email }}, and we’ll remind you the day before.`
    : msg`We sent a confirmation to ${{ email }}.`;
}

/** Time and place, in large text. */
export function AppointmentSummary({
  booked,
  label,
}: {
  booked: Pick<BookedTime, 'start' | 'end'>;
  label?: string;
}) {
  const office = useOffice();
  const { t } = useLingui();
  const { city, dayOfMoment, formatTime } = useAppointmentTimes();
  const [start, end] = [Date.parse(booked.start), Date.parse(booked.end)];
  const [from, to] = [formatTime(start), formatTime(end)];
  return (
    <dl className="grid gap-4 rounded-card border border-line bg-paper p-5">
      <div>
        <dt className="text-sm text-muted">{label ?? t`When`}</dt>
        <dd className="figures">
          <span className="block font-display text-xl first-letter:uppercase">{dayOfMoment(start)}</span>
          <span className="block">
            <Trans>
              {{ from: from.office }} to {{ to: to.office }} in {city}
            </Trans>
          </span>
          {from.own && (
            <span className="block text-muted">
              <Trans>{{ time: from.own }} for you</Trans>
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{t`Where`}</dt>
        <dd>
          {office.name}
          <AddressLines />
        </dd>
      </div>
    </dl>
  );
}

/** The invitation as a file, which phones and most programs open, and links for two web calendars. */
export function AddToCalendar({ booked }: { booked: BookedTime }) {
  const office = useOffice();
  const { t } = useLingui();
  const file = useObjectUrl(booked.ics);
  return (
    <section aria-label={t`Add to your calendar`} className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <a href={file} download={t`appointment.ics`} className={buttonStyle('secondary')}>
        <CalendarPlus size={20} aria-hidden />
        <Trans>Add to my calendar</Trans>
      </a>
      {calendarLinks(booked, office, t).map(({ label, href }) => (
        <SmartLink key={label} to={href} className="link inline-flex min-h-11 items-center text-sm">
          {label}
        </SmartLink>
      ))}
    </section>
  );
}

function useObjectUrl(text: string): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return url;
}

/** Links to calendar services that add the appointment. Nothing is sent until the visitor opens one. */
export function calendarLinks(
  { start, end }: Pick<BookedTime, 'start' | 'end'>,
  office: Office,
  t: Translate,
): { label: string; href: string }[] {
  const title = t(msg`Appointment at ${{ office: office.name }}`);
  const location = addressLines(office).join(', ');
  const details = t(msg`Questions? ${{ phone: office.contact.phone.display }}`);
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${basic(start)}/${basic(end)}`,
    location,
    details,
  });
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: start,
    enddt: end,
    location,
    body: details,
  });
  return [
    { label: 'Google Calendar', href: `https://calendar.google.com/calendar/render?${google}` },
    { label: 'Outlook', href: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}` },
  ];
}

/** 2026-11-20T19:00:00.000Z as 20261120T190000Z. */
const basic = (moment: string) => new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '');
