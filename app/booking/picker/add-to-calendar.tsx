import { CalendarPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { buttonStyle } from '#app/ui/actions/button-style.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import type { BookedTime } from '#contract/calendar.ts';
import { calendarLinks } from './calendar-links.ts';

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
