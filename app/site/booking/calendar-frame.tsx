import { useEffect, useEffectEvent, useRef } from 'react';
import { calendarUrl } from '#app/env.ts';
import type { BookingPerson } from '#domain/booking/fields.ts';
import { calendarAddress } from './calendar-address.ts';
import { saysScheduled } from './scheduled-message.ts';

/** The calendar, ours or another house's, with what is known of the visitor. */
export function CalendarFrame({ person, onScheduled }: { person: BookingPerson; onScheduled: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const heard = useRef(false);
  const scheduled = useEffectEvent(() => {
    // Once: it may say so again.
    if (!heard.current) onScheduled();
    heard.current = true;
  });
  const address = calendarAddress(calendarUrl, person, location.host);

  useEffect(() => {
    const origin = new URL(address, location.href).origin;
    const hear = (message: MessageEvent) => {
      if (saysScheduled(message, { origin, window: frame.current?.contentWindow })) scheduled();
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
