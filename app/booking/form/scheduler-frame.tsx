import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { BookingPerson } from '#domain/booking/fields.ts';
import { PLACEHOLDER_EMAIL } from '../picker/prefill.ts';

interface SchedulerFrameProps {
  /** CALENDAR_URL. */
  calendarUrl: string;
  person: BookingPerson;
  /** Called once. The scheduler doesn't tell us which time was chosen. */
  onScheduled: () => void;
}

/** An outside scheduler in a frame. */
export function SchedulerFrame({ calendarUrl, person, onScheduled }: SchedulerFrameProps) {
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
  return (
    typeof data === 'object' && data !== null && 'event' in data && data.event === 'calendly.event_scheduled'
  );
}
