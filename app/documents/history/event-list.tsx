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
  /** Absent when there is nothing older. */
  onMore?: (() => void) | undefined;
  isLoading: boolean;
}

/** Who did what and when, each in a sentence. */
export function EventList({ label, events, onMore, isLoading }: EventListProps) {
  const [asked, setAsked] = useState<number | null>(null);
  const firstNew = useRef<HTMLLIElement>(null);
  // On with reading where the list went on: the button may be gone, and the focus with it.
  useEffect(() => {
    if (asked === null || events.length <= asked) return;
    firstNew.current?.focus();
    setAsked(null);
  }, [asked, events.length]);

  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {events.map((event, i) => (
          <li
            key={event.id}
            ref={i === asked ? firstNew : null}
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
            setAsked(events.length);
            onMore();
          }}
        >
          Show more
        </Button>
      )}
    </>
  );
}

/** "Nov 19, 10:42 AM", and the year where it is not this one. */
function when(iso: string): string {
  const isThisYear = yearIn(timeZone, new Date(iso)) === yearIn(timeZone, new Date());
  return (isThisYear ? thisYears : others)(iso);
}
