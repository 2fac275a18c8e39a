import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { addressLines } from '#app/shared/facts.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { buttonStyle } from '#app/ui/actions/button-style.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import type { BookedTime } from '#contract/calendar.ts';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

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
