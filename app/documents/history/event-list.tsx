import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { whatWasDone, whoDid } from '#domain/documents/document-events.ts';
import { inWords } from '#domain/language/translate.ts';
import type { EventsQuery } from './events-query.ts';

interface EventListProps {
  label: string;
  query: (limit: number) => EventsQuery;
  /** How many are shown at first, and how many more each time. */
  first: number;
  step: number;
  /** Classes with the height of what is loading. */
  skeleton: string;
  /** Instead of an empty list. */
  none: string;
}

/** Events as sentences: who did what, and when. */
export function EventList({ label, query, first, step, skeleton, none }: EventListProps) {
  const { t } = useLingui();
  const { recentDateAndTime } = useDates();
  const [limit, setLimit] = useState(first);
  const { data, error, isFetching } = useQuery(query(limit));
  const events = data?.events ?? [];
  const [requestedFrom, setRequestedFrom] = useState<number | null>(null);
  const firstNew = useRef<HTMLLIElement>(null);
  // Focuses the first new event: the button may be gone. Not when they come after a failure, maybe much later.
  useEffect(() => {
    if (requestedFrom === null || (!error && events.length <= requestedFrom)) return;
    if (!error) firstNew.current?.focus();
    setRequestedFrom(null);
  }, [requestedFrom, events.length, error]);

  return (
    <>
      <Problem>{error && messageOf(error, t)}</Problem>
      {!data && !error && <Skeleton className={skeleton} />}
      {data && events.length === 0 && <p className="text-muted">{none}</p>}
      {events.length > 0 && (
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
      )}
      {data?.more && (
        <Button
          variant="quiet"
          className="-ml-5 self-start"
          busy={isFetching}
          onPress={() => {
            setRequestedFrom(events.length);
            setLimit(limit + step);
          }}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}
