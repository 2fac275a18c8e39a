import { useEffect, useEffectEvent, useRef } from 'react';
import { calendarUrl } from '#app/env.ts';
import type { BookedTime } from '#contract/calendar.ts';
import { calendarAddress } from './calendar-address.ts';
import { bookedIn, namesAnother, saysScheduled } from './scheduled-message.ts';
import type { Booking } from './use-booking.ts';

export interface CalendarFrameProps {
  booking: Booking;
  /** `another`: without the pass of what waits, our own calendar has made a new appointment. */
  onScheduled: (scheduled: { booked: BookedTime | null; another: boolean }) => void;
}

/** The calendar, ours or another house's, with what is known of the visitor. */
export function CalendarFrame({ booking, onScheduled }: CalendarFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const heard = useRef(false);
  const scheduled = useEffectEvent((data: unknown) => {
    // Once: it may say so again.
    if (heard.current) return;
    heard.current = true;
    const isOurs = calendarUrl === null;
    onScheduled({
      booked: isOurs ? bookedIn(data) : null,
      another: isOurs && namesAnother(data, booking.id),
    });
  });
  const address = calendarAddress(calendarUrl, booking, location.host);

  useEffect(() => {
    const origin = new URL(address, location.href).origin;
    const hear = (message: MessageEvent) => {
      if (saysScheduled(message, { origin, window: frame.current?.contentWindow })) scheduled(message.data);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [address]);

  return (
    <iframe
      ref={frame}
      src={address}
      title="Calendar: choose your appointment time"
      className="block h-[600px] w-full rounded-card border border-line bg-surface"
    />
  );
}
