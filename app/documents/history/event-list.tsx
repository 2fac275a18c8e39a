import { useEffect, useRef, useState } from 'react';
import { business } from '#app/business.ts';
import { officeTime } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { whatWasDone, whoDid } from '#domain/documents/document-events.ts';
import { yearIn } from '#domain/office-time/office-day.ts';
import type { EventRow } from './events-query.ts';

const { timeZone } = business;
const time = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
const thisYears = officeTime(time);
const others = officeTime({ ...time, year: 'numeric' });

export interface EventListProps {
  label: string;
  events: readonly EventRow[];
  /** Absent if there are no older events. */
  onMore?: (() => void) | undefined;
  isLoading: boolean;
}

/** Events as sentences: who did what, and when. */
export function EventList({ label, events, onMore, isLoading }: EventListProps) {
  const [requestedFrom, setRequestedFrom] = useState<number | null>(null);
  const firstNew = useRef<HTMLLIElement>(null);
  // Focuses the first new event: the button may be gone.
  useEffect(() => {
    if (requestedFrom === null || events.length <= requestedFrom) return;
    firstNew.current?.focus();
    setRequestedFrom(null);
  }, [requestedFrom, events.length]);

  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {events.map((event, i) => (
          <li
            key={event.id}
            ref={i === requestedFrom ? firstNew : null}
            tabIndex={-1}
            className="py-2.5 wrap-anywhere"
          >
            {whoDid(event)} {whatWasDone(event)}
            <span className="text-muted"> · </span>
            <time dateTime={event.at} className="figures text-sm whitespace-nowrap text-muted">
              {when(event.at)}
            </time>
          </li>
        ))}
      </ul>
      {onMore && (
        <Button
          variant="quiet"
          className="-ml-5 self-start"
          busy={isLoading}
          onPress={() => {
            setRequestedFrom(events.length);
            onMore();
          }}
        >
          Show more
        </Button>
      )}
    </>
  );
}

/** "Nov 19, 10:42 AM", with the year if it is not this one. */
function when(iso: string): string {
  const isThisYear = yearIn(timeZone, new Date(iso)) === yearIn(timeZone, new Date());
  return (isThisYear ? thisYears : others)(iso);
}
