import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { whatWasDone, whoDid } from '#domain/documents/document-events.ts';
import { inWords } from '#domain/language/translate.ts';
import type { Events } from './events-query.ts';

export interface EventListProps {
  label: string;
  shown: Events;
  /** Instead of an empty list. */
  none: string;
  onMore: () => void;
  isLoading: boolean;
}

/** Events as sentences: who did what, and when. */
export function EventList({ label, shown: { events, more }, none, onMore, isLoading }: EventListProps) {
  const { t } = useLingui();
  const { recentDateAndTime } = useDates();
  const [requestedFrom, setRequestedFrom] = useState<number | null>(null);
  const firstNew = useRef<HTMLLIElement>(null);
  // Focuses the first new event: the button may be gone.
  useEffect(() => {
    if (requestedFrom === null || events.length <= requestedFrom) return;
    firstNew.current?.focus();
    setRequestedFrom(null);
  }, [requestedFrom, events.length]);

  if (events.length === 0) return <p className="text-muted">{none}</p>;
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
            {t(whatWasDone(event, inWords(whoDid(event), t)))}
            <span className="text-muted"> · </span>
            <time dateTime={event.at} className="figures text-sm whitespace-nowrap text-muted">
              {recentDateAndTime(event.at)}
            </time>
          </li>
        ))}
      </ul>
      {more && (
        <Button
          variant="quiet"
          className="-ml-5 self-start"
          busy={isLoading}
          onPress={() => {
            setRequestedFrom(events.length);
            onMore();
          }}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}
