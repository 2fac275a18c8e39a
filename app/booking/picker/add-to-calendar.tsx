import { CalendarPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { business } from '#app/business.ts';
import { addressLines } from '#app/shared/facts.ts';
import { buttonStyle } from '#app/ui/actions/button-style.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import type { BookedTime } from '#contract/calendar.ts';

/** The invitation as a file, which phones and most programs open, and links for two web calendars. */
export function AddToCalendar({ booked }: { booked: BookedTime }) {
  const file = useObjectUrl(booked.ics);
  return (
    <section aria-label="Add to your calendar" className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <a href={file} download="appointment.ics" className={buttonStyle('secondary')}>
        <CalendarPlus size={20} aria-hidden />
        Add to my calendar
      </a>
      {calendarLinks(booked).map(({ label, href }) => (
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
export function calendarLinks({
  start,
  end,
}: {
  start: string;
  end: string;
}): { label: string; href: string }[] {
  const title = `Appointment at ${business.name}`;
  const location = addressLines.join(', ');
  const details = `Questions? ${business.contact.phone.display}`;
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
