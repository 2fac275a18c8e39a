import { useEffect, useEffectEvent, useRef } from 'react';
import type { BookingPerson } from '#domain/booking/fields.ts';
import { isScheduledMessage, schedulerAddress } from './outside-scheduler.ts';

interface SchedulerFrameProps {
  /** CALENDAR_URL. */
  calendarUrl: string;
  person: BookingPerson;
  /** Called once. The scheduler doesn't tell us which time was chosen. */
  onScheduled: () => void;
}

/** An outside scheduler in a frame. */
export function SchedulerFrame({ calendarUrl, person, onScheduled }: SchedulerFrameProps) {
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
      title="Calendar: choose your appointment time"
      className="block h-[600px] w-full rounded-card border border-line bg-surface"
    />
  );
}
